import { expect, test } from 'vitest'
import { remoteDesk } from '../../src/client/desk/remote-desk.ts'
import { ThreadId } from '../../src/model/ids.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { codeOf } from '../../src/testing/desk-folder.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { aBrowser } from '../../src/testing/signed-in-browser.ts'

const plan: PhaseWork = async (workspace, feedback) => {
  if (feedback === null) await workspace.step('write', (files) => files.write('plan.md', 'one\ntwo\nthree\n'))
  return {
    answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, did: 'declined', text: 'It is meant so.' })),
    remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, did: 'declined', text: 'It is meant so.' })),
  }
}

const draft = (id: string, line: number, text: string): Draft => ({
  ...{ id: ThreadId.parse(id), kind: 'suggestion', text: 'Rather so.', suggestion: text },
  anchor: {
    path: 'plan.md',
    side: 'new',
    kind: 'lines',
    first: line,
    last: line,
    quote: [['one', 'two', 'three'][line - 1] ?? ''],
    before: [],
    after: [],
  },
})

async function aReview() {
  const house = await aServedHouse()
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program({ name: 'plan', version: '1' }, (job) =>
    job.phase({ number: 1, type: 'strategic' }, plan),
  )
  const { job } = await leeway.start(program, { key: 'a', input: null })
  const { pulls } = remoteDesk(house.as('reviewer'))
  const [pull] = (await pulls.list()).rows
  if (pull === undefined) throw new Error('Nothing was offered.')
  const about = async () => {
    const view = await pulls.read(pull.id)
    return { pull: pull.id, head: view.pull.head, content_hash: view.checkpoint?.content_hash ?? '' }
  }
  return { house, leeway, job, pulls, id: pull.id, about }
}

test('a review over HTTP: drafts, suggestions in one commit, a second round, an approval by somebody else', async () => {
  const { house, leeway, job, pulls, id, about } = await aReview()
  await pulls.saveDrafts(id, [draft('t1', 1, 'ONE')])
  expect((await pulls.read(id)).drafts).toMatchObject([{ id: 't1' }])
  expect((await remoteDesk(house.as('admin')).pulls.read(id)).drafts).toEqual([])
  const told = JSON.stringify(await house.as('viewer').call('list_events', { type: 'drafts_saved' }))
  expect([told.includes('t1'), told.includes('Rather so.')]).toEqual([true, false])
  await pulls.saveUnsent(id, { text: 'Rather so, on the whole.' })
  expect((await pulls.read(id)).unsent).toEqual({ text: 'Rather so, on the whole.', verdicts: [], replies: {} })
  expect((await remoteDesk(house.as('admin')).pulls.read(id)).unsent.text).toBe('')
  const heard = JSON.stringify(await house.as('viewer').call('list_events', { type: 'unsent_saved' }))
  expect([heard.includes(id), heard.includes('Rather so')]).toEqual([true, false])
  await pulls.saveUnsent(id, { text: '' })
  await pulls.submit({
    ...(await about()),
    answer: 'comment',
    threads: [draft('t1', 1, 'ONE'), draft('t2', 3, 'THREE')],
  })
  expect((await pulls.read(id)).drafts).toEqual([])

  const { head } = await about()
  const suggestions = [ThreadId.parse('t1'), ThreadId.parse('t2')]
  expect(await pulls.commit({ pull: id, head, suggestions })).toMatchObject({ round: 2 })
  expect(await pulls.file(id, { path: 'plan.md' })).toMatchObject({ text: 'ONE\ntwo\nTHREE\n' })
  const after = await pulls.read(id)
  const applied = { commit: after.pull.head, round: 2, by: { id: 'rob' } }
  expect(after.threads).toMatchObject([
    { state: 'addressed', applied },
    { state: 'addressed', applied },
  ])
  expect(after.pull.unanswered).toEqual([])
  // Nobody said anything but in the threads.
  expect(after.checkpoint?.remarks).toEqual([])
  expect((await pulls.read(id)).commits.at(-1)).toMatchObject({ author: 'rob', message: 'Apply 2 suggestions' })
  await expect(pulls.commit({ pull: id, head, changes: { 'plan.md': 'x' } })).rejects.toMatchObject({
    code: 'head_moved',
  })

  // Whoever changed it is not the one to approve it.
  await expect(pulls.submit({ ...(await about()), answer: 'approve' })).rejects.toMatchObject({ code: 'self_approval' })
  await remoteDesk(house.as('admin')).pulls.submit({ ...(await about()), answer: 'approve' })
  expect(await leeway.resume(job)).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
  await expect(pulls.saveDrafts(id, [])).rejects.toMatchObject({ code: 'pull_ended' })
})

test('what one person rejects with a plain comment nobody else approves, until they accept it', async () => {
  const { house, leeway, job, pulls, id, about } = await aReview()
  const file = (await pulls.diff(id)).files.find(({ path }) => path === 'plan.md')
  const part = { path: 'plan.md', file: file?.hash ?? '', hunk: file?.hunks[0]?.hash ?? '' }
  const no = { ...part, verdict: 'rejected', reason: 'Too loud.' } as const
  await pulls.submit({ ...(await about()), answer: 'comment', verdicts: [no] })
  const ada = remoteDesk(house.as('admin')).pulls
  const said = { by: 'rob', path: 'plan.md', number: 1, of: 1, reason: 'Too loud.' }
  expect((await ada.read(id)).rejected).toMatchObject([said])
  const approve = async () => ada.submit({ ...(await about()), answer: 'approve' })
  await expect(approve()).rejects.toMatchObject({ code: 'rejected_parts' })
  // Another commit beside it changes nothing about the part.
  await ada.commit({ pull: id, head: (await about()).head, changes: { 'more.md': 'more\n' } })
  expect((await ada.read(id)).rejected).toMatchObject([said])
  await pulls.submit({ ...(await about()), answer: 'comment', verdicts: [{ ...no, verdict: 'accepted', reason: '' }] })
  expect((await ada.read(id)).rejected).toEqual([])
  await house.desk.setSolo(true)
  await approve()
  expect(await leeway.resume(job)).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
})

test('a commit that is sent again under its key gets the answer that it had', async () => {
  const { house, leeway, job, id, about } = await aReview()
  const { head } = await about()
  const commit = (key: string, text: string) =>
    house.as('reviewer').call('commit_files', { pull: id, head, changes: { 'plan.md': text } }, { key })
  const answer = await commit('k1', 'mine\n')
  expect(answer).toMatchObject({ round: 2 })
  expect(await commit('k1', 'mine\n')).toEqual(answer)
  await expect(commit('k1', 'another\n')).rejects.toMatchObject({ code: 'key_reused' })
  await expect(commit('k2', 'mine\n')).rejects.toMatchObject({ code: 'head_moved' })
  await remoteDesk(house.as('admin')).pulls.submit({ ...(await about()), answer: 'approve' })
  await leeway.resume(job)
  expect(await commit('k1', 'mine\n')).toEqual(answer)
})

test('files are marked as looked at, by what was shown, and only for oneself', async () => {
  const { house, pulls, id } = await aReview()
  const [file] = (await pulls.diff(id)).files.filter(({ path }) => path === 'plan.md')
  await pulls.markFiles(id, { 'plan.md': file?.hash ?? '' })
  expect((await pulls.read(id)).marks.viewed).toEqual({ 'plan.md': file?.hash })
  expect((await remoteDesk(house.as('admin')).pulls.read(id)).marks.viewed).toEqual({})
  await pulls.markFiles(id, { 'plan.md': null })
  expect((await pulls.read(id)).marks.viewed).toEqual({})
  expect((await pulls.files(id)).paths).toEqual(['plan.md', 'workspace.md'])
})

test('what is open of a job is found behind all that was merged', async () => {
  const house = await aServedHouse()
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program({ name: 'many', version: '1' }, async (job) => {
    const work = async () => undefined
    for (const number of [1, 2, 3]) await job.phase({ number, type: 'tactical' }, work)
    return job.phase({ number: 4, type: 'strategic' }, work)
  })
  const { job } = await leeway.start(program, { key: 'a', input: null })
  const { rows } = await house.desk.pulls.list({ job, limit: 2 })
  expect(rows.map(({ branch }) => branch)).toEqual(['phase-4-strategic'])
  const { rows: served } = await house.as('reviewer').call('list_pulls', { job, limit: 2 })
  expect(served.map(({ branch }) => branch)).toEqual(['phase-4-strategic'])
})

test('a viewer reads and marks, and neither reviews nor commits', async () => {
  const { house, id, about } = await aReview()
  const { pulls } = remoteDesk(house.as('viewer'))
  expect((await pulls.diff(id)).files.length).toBeGreaterThan(0)
  await pulls.markFiles(id, { 'plan.md': 'seen' })
  await expect(pulls.submit({ ...(await about()), answer: 'comment', text: 'Hm.' })).rejects.toMatchObject({
    code: 'not_authorised',
  })
  await expect(pulls.commit({ pull: id, head: (await about()).head, changes: { a: 'b' } })).rejects.toMatchObject({
    code: 'not_authorised',
  })
})

test('nobody commits a secret, and the answer names the line without it', async () => {
  const { pulls, id, about } = await aReview()
  const { head } = await about()
  const secret = `ghp_${'a1B2'.repeat(9)}`
  const refused = await pulls
    .commit({ pull: id, head, changes: { 'plan.md': `one\n${secret}\n` } })
    .catch((error) => error)
  expect(refused).toMatchObject({ code: 'literal_secret', problems: [{ message: expect.stringContaining('Line 2') }] })
  expect(JSON.stringify(refused)).not.toContain(secret)
  expect((await pulls.read(id)).pull.head).toBe(head)
})

test('nobody commits what would lead out of the workspace or deceive the eye', async () => {
  const { pulls, id, about } = await aReview()
  const { head } = await about()
  for (const path of ['../out.md', '.git/config', 'a/../../b', '/etc/passwd', 'evil\u202etxt']) {
    const given = { pull: id, head, changes: { [path]: 'x' } }
    const refused = await pulls.commit(given).catch((error) => error.code)
    expect([path, refused]).toEqual([path, 'invalid_input'])
  }
  expect((await pulls.read(id)).pull.head).toBe(head)
})

test('invariant 20: a proof of presence is for the commit that was on the screen, by passkey and by code', async () => {
  const { house, pulls, id, about } = await aReview()
  const ada = await aBrowser(house, house.tokens.admin)
  const device = await ada.addPasskey()
  const { checkpoint } = await pulls.read(id)
  if (checkpoint === null) throw new Error('Nothing is held.')
  const seen = await about()
  const wanted = (content_hash: string) => ({ do: 'answer', checkpoint: checkpoint.id, content_hash }) as const
  const signed = async (hash: string) => {
    const { options } = await ada.api.call('start_step_up', { for: wanted(hash), by: 'passkey' })
    if (options === null) throw new Error('There is nothing to sign.')
    return device.sign(options)
  }
  const submit = (proof: object, given = seen) =>
    codeOf(ada.api.call('submit_review', { ...given, answer: 'approve', ...proof }))
  const [assertion, code] = [await signed(seen.content_hash), await ada.code(wanted(seen.content_hash))]
  // Another commit of the same content would be another thing that was seen.
  const other = { ...seen, head: 'f'.repeat(40) }
  expect(await submit({ code }, other)).toBe('step_up_needed')
  expect(await submit({ assertion }, other)).toBe('step_up_needed')
  expect(await submit({ code })).toMatchObject({ status: 'approved' })
})

test('invariant 20: what a passkey signed is looked at before anything else of a review, and used up by one that takes effect', async () => {
  const { house, pulls, id, about } = await aReview()
  const ada = await aBrowser(house, house.tokens.admin)
  const device = await ada.addPasskey()
  const { checkpoint } = await pulls.read(id)
  const given = await about()
  const wanted = { do: 'answer', checkpoint: checkpoint!.id, content_hash: given.content_hash } as const
  const start = async () => (await ada.api.call('start_step_up', { for: wanted, by: 'passkey' })).options!
  const submit = (proof: object, unfit = {}) =>
    codeOf(ada.api.call('submit_review', { ...given, answer: 'approve', ...proof, ...unfit }))
  const blocks = { threads: [{ id: 't1', kind: 'blocking', text: 'Not yet.', anchor: null }] }
  const right = { assertion: device.sign(await start()) }
  const [kept, ...rest] = right.assertion.response.signature
  const wrong = {
    assertion: {
      ...right.assertion,
      response: { ...right.assertion.response, signature: [kept, ...rest.toReversed()].join('') },
    },
  }
  expect(await submit(right, blocks)).toBe('unresolved_threads')
  expect(await submit(right, blocks)).toBe('unresolved_threads')
  expect(await submit(wrong, blocks)).toBe('step_up_needed')
  // What did not fit has taken the question with it.
  expect(await submit(right)).toBe('step_up_needed')
  const again = { assertion: device.sign(await start()) }
  expect(await submit(again)).toMatchObject({ status: 'approved' })
  expect(await submit(again)).toBe('step_up_needed')
  expect(await house.log('passkey_used')).toHaveLength(1)
})

test('what a passkey signed for a review is given again under the same key, and approves it once', async () => {
  const { house, pulls, id, about } = await aReview()
  const ada = await aBrowser(house, house.tokens.admin)
  const device = await ada.addPasskey()
  const { checkpoint } = await pulls.read(id)
  const given = await about()
  const wanted = { do: 'answer', checkpoint: checkpoint!.id, content_hash: given.content_hash } as const
  const { options } = await ada.api.call('start_step_up', { for: wanted, by: 'passkey' })
  const review = { ...given, answer: 'approve', assertion: device.sign(options!) } as const
  const first = await ada.api.call('submit_review', review, { key: 'review-1' })
  expect(await ada.api.call('submit_review', review, { key: 'review-1' })).toEqual(first)
  expect(await house.log('passkey_used')).toHaveLength(1)
})

test('a review whose answer was lost is given again, although its lines have gone by then', async () => {
  const { house, leeway, job, pulls, id, about } = await aReview()
  const call = (key: string, review: object) =>
    house
      .as('reviewer')
      .call('submit_review', review as never, { key })
      .catch((error: unknown) => error)
  const review = { ...(await about()), answer: 'request_changes', threads: [draft('t1', 2, 'TWO')] } as const
  const first = await call('review-1', review)
  expect(first).toMatchObject({ status: 'pending' })
  await leeway.resume(job)
  const { head } = await about()
  await pulls.commit({ pull: id, head, changes: { 'plan.md': 'nothing of it\n' } })
  expect(await call('review-1', review)).toEqual(first)
  const unfit = { ...(await about()), answer: 'request_changes', threads: [draft('t2', 2, 'TWO')] } as const
  expect(await call('review-2', unfit)).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('t2') })
})

test('whoever put something on the branch is not named among those who can approve it, in later rounds either', async () => {
  const { leeway, job, pulls, id, about } = await aReview()
  expect((await pulls.read(id)).approvers).toContain('rob')
  const { head } = await about()
  await pulls.commit({ pull: id, head, changes: { 'notes.md': 'mine\n' } })
  await pulls.submit({ ...(await about()), answer: 'request_changes', text: 'Go on from there.' })
  expect(await leeway.resume(job)).toMatchObject({ status: 'held' })
  const { approvers, checkpoint } = await pulls.read(id)
  expect(checkpoint?.edited_by).toEqual([])
  expect(approvers).toEqual(['ada'])
})
