import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDesk, type PhaseWork } from '../../compose.ts'
import { CheckpointId, ThreadId } from '../../model/ids.ts'
import type { Draft } from '../../model/review-thread.ts'
import { openServer } from '../../open-server.ts'
import { aDeskFolder, codeOf } from '../../testing/desk-folder.ts'
import { PLAN, planWork } from '../../testing/plan-work.ts'
import type { Io } from '../io.ts'
import { credentialsFor } from '../person/with-desk.ts'
import { approveWork } from './approve-work.ts'
import { lookAt } from './work-of.ts'

const WORK = planWork('one\ntwo\u202e\nthree\n')
const NIT = { kind: 'nit', text: 'A full stop is missing.', suggestion: null, anchor: null } as const
const aDraft = (id: string, more: Partial<Draft> = {}): Draft => ({ ...NIT, id: ThreadId.parse(id), ...more })
const atTerminal = (...keys: readonly string[]) => ({ columns: 100, keys })

/** Somebody who works alone, an agent whose work waits for them, and their own desk in another window. */
async function aPlan({ work = WORK, isServed = false, of = 1, solo = true } = {}) {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login', ...(solo ? ['--solo', '--yes'] : [])])
  const leeway = await folder.agent({ policy: 'jobs/guided' })
  const program = leeway.program({ name: 'plan', version: '1' }, (job) => job.phase(PLAN, work))
  const jobs: string[] = []
  for (let at = 0; at < of; at++) jobs.push((await leeway.start(program, { key: `plan ${at}`, input: null })).job)
  if (isServed) {
    const server = await openServer({ root: folder.root })
    onTestFinished(() => server.close())
  }
  const at = { environment: { XDG_CONFIG_HOME: join(folder.homes, 'ada') } } as unknown as Io
  const desk = await openDesk({ root: folder.root, credentials: credentialsFor(folder.root, at) })
  onTestFinished(() => desk.close())
  const ids = (await desk.checkpoints()).rows.map(({ id }) => id)
  const [id = CheckpointId.parse('chk_none')] = ids
  const asked = async () => (await desk.checkpoint(id)).checkpoint
  const { pull, content_hash } = await asked()
  if (pull === undefined) throw new Error('Nothing is offered.')
  return { ...folder, ada, leeway, jobs, desk, ids, id, pull, hash: content_hash, asked }
}

/** The lines of a plan, as a diff has them. */
const CHANGES = / {8}1 \+ one\n {8}2 \+ two\\u202e\n {8}3 \+ three\n/

test('on a narrow page what is asked about work stays within it', async () => {
  const { ada, id } = await aPlan()
  const { out } = await ada(['approve', id], { columns: 60, keys: ['n'] })
  expect(out).toMatch(/\nWhat is asked\n2 files, \+\d+ -0, as shown above: this is approved and merged\n/)
  expect(out).toMatch(/\nIn the agent’s own words\nno part of what you approve; the message of the merge\n/)
  expect((await ada(['approve', id], atTerminal('n'))).out).toMatch(/\nWhat is asked {2}2 files/)
})

test.for([{ isServed: false }, { isServed: true }])(
  'invariant 22: in a terminal all that changes stands above the hash and the question, as `pr diff` draws it (%o)',
  async ({ isServed }) => {
    const { ada, id, pull, hash, asked } = await aPlan({ isServed })
    await ada(['pr', 'comment', pull, '--at', 'plan.md:3', '--kind', 'nit', '--text', 'Louder.'])
    const no = await ada(['approve', id], atTerminal('n'))
    expect([no.code, no.err]).toEqual([1, ''])
    const diff = (await ada(['pr', 'diff', pull], { columns: 100 })).out
    expect(diff).toMatch(CHANGES)
    expect(diff).toContain('ada: Louder.')
    const [above = '', below = ''] = no.out.split(hash)
    expect(above).toContain(diff.trimEnd())
    expect(above).toMatch(/What changes {2}2 files, \+\d+ -0, in round 1/)
    expect(below).toMatch(/Approve these changes, to be merged\? \[y\/N\] no\n$/)
    expect((await asked()).status).toBe('pending')

    const yes = await ada(['approve', id], atTerminal('y'))
    expect([yes.code, yes.out]).toEqual([
      0,
      expect.stringContaining(`${pull} is approved. The agent answers 1 comment`),
    ])
    expect((await asked()).status).toBe('approved')
  },
)

test.for([{ isServed: false }, { isServed: true }])(
  'invariant 22: without a terminal all that changes is shown, of each of several, and nothing is answered (%o)',
  async ({ isServed }) => {
    const { ada, ids, desk } = await aPlan({ isServed, of: 2 })
    const shown = await ada(['approve', ...ids])
    expect(shown.code).toBe(2)
    let rest = shown.out
    for (const id of ids) {
      const { content_hash } = (await desk.checkpoint(id)).checkpoint
      const [above = '', ...below] = rest.split(content_hash)
      expect(above).toContain(id)
      expect(above).toMatch(CHANGES)
      expect(shown.err).toContain(`--hash ${content_hash}`)
      rest = below.join('')
    }
    const data = JSON.parse((await ada(['approve', ...ids, '--json'])).out)
    expect(data).toHaveLength(2)
    for (const one of data)
      expect(one.changes).toMatchObject({ round: 1, files: [{ path: 'plan.md' }, {}], drafts: [] })
    expect((await desk.checkpoints()).rows).toHaveLength(2)

    const hashes = data.flatMap(({ checkpoint }: { checkpoint: { content_hash: string } }) => [
      '--hash',
      checkpoint.content_hash,
    ])
    const named = await ada(['approve', ...ids, ...hashes])
    expect([named.code, named.out.match(/is approved and will be merged\./g)]).toEqual([
      0,
      ['', ''].fill('is approved and will be merged.'),
    ])
  },
)

test('`pr approve` without a commit shows all that changes and asks; without a terminal it wants the commit', async () => {
  const { ada, pull, hash, asked } = await aPlan()
  const unnamed = await ada(['pr', 'approve', pull])
  expect([unnamed.code, unnamed.err]).toEqual([2, expect.stringContaining('--head COMMIT')])
  const no = await ada(['pr', 'approve', pull], atTerminal('n'))
  expect(no.out.split(hash)[0]).toMatch(CHANGES)
  expect([no.code, (await asked()).status]).toEqual([1, 'pending'])
  const yes = await ada(['pr', 'approve', pull, '--text', 'Fine.'], atTerminal('y'))
  expect(yes.out).toContain(`${pull} is approved and will be merged.`)
  expect(await asked()).toMatchObject({ status: 'approved', resolution: { reason: 'Fine.' } })
  const again = await ada(['pr', 'approve', pull], atTerminal('y'))
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('approved')])
})

test('what is rejected after it was approved is closed, and says so', async () => {
  const { ada, pull } = await aPlan()
  await ada(['pr', 'comment', pull, '--kind', 'nit', '--text', 'A word too many.'])
  await ada(['pr', 'approve', pull], atTerminal('y'))
  const { out } = await ada(['pr', 'reject', pull, '--text', 'Never.'])
  expect(out).toContain(`${pull} is rejected and closed. Nothing of it is merged.`)
  expect((await ada(['pr', 'show', pull])).out).toMatch(/closed[^]*because +somebody rejected it after it was approved/)
})

test('several in a terminal are shown and asked about one after the other', async () => {
  const { ada, ids, desk } = await aPlan({ of: 2 })
  const { out, code } = await ada(['approve', ...ids], atTerminal('n', 'y'))
  expect(code).toBe(0)
  const [first = '', second = ''] = out.split('[y/N] no\n')
  expect([first, second]).toEqual([expect.stringMatching(CHANGES), expect.stringMatching(CHANGES)])
  const statuses = await Promise.all(ids.map(async (id) => (await desk.checkpoint(id)).checkpoint.status))
  expect(statuses).toEqual(['pending', 'approved'])
})

test('`checkpoints show` has the changes above the hash while it waits, and leads to them once it is decided', async () => {
  const { ada, id, pull, hash } = await aPlan()
  const { out } = await ada(['checkpoints', 'show', id])
  expect(out.split(hash)[0]).toMatch(CHANGES)
  expect(out).toMatch(/no part of what you approve; the message of the merge\n {2}│ The plan\n {2}│ *\n {2}│ We know/)
  expect(out).toContain(`\n  leeway pr show ${pull}\n`)
  expect(JSON.parse((await ada(['checkpoints', 'show', id, '--json'])).out).changes.files[0].path).toBe('plan.md')
  // What only names the work does not give what an approval would name.
  expect((await ada(['pr', 'show', pull])).out).not.toContain('sha256:')
  await ada(['approve', id, '--hash', hash])
  const decided = (await ada(['checkpoints', 'show', id])).out
  expect(decided).not.toContain('What changes')
  expect(decided).toContain(`leeway pr diff ${pull}`)
})

test('invariant 22: beside the hash stands the round that it names, also where a newer one is there', async () => {
  const { ada, id, pull, hash, desk, asked } = await aPlan()
  await ada(['pr', 'request-changes', pull, '--text', 'Louder.'])
  const { head } = (await desk.pulls.read(pull)).pull
  await desk.pulls.commit({ pull, head, changes: { 'plan.md': 'ONE\n' } })
  expect((await desk.pulls.read(pull)).pull.round).toBe(2)
  expect((await asked()).content_hash).toBe(hash)
  const { out } = await ada(['checkpoints', 'show', id])
  expect(out).toMatch(CHANGES)
  expect(out).toContain('in round 1')
  expect(out).not.toContain('+ ONE')
})

test('what stands in the way is told all at once, before anything is shown and anybody is asked', async () => {
  const work: PhaseWork = async (workspace) => {
    await workspace.step('write', (files) => files.write('logo.png', new Uint8Array([0, 1, 2])))
    return {}
  }
  const { ada, id, pull, hash, desk } = await aPlan({ work })
  await ada(['pr', 'comment', pull, '--text', 'Why?'])
  await desk.pulls.saveDrafts(pull, [aDraft('t1', { kind: 'blocking' })])
  for (const call of [
    ada(['approve', id], atTerminal('y', 'y')),
    ada(['approve', id]),
    ada(['approve', id, '--hash', hash]),
  ]) {
    const { code, out, err } = await call
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(
      /Nothing was approved\. 1 blocking thread is not resolved\..*Your own draft is blocking.*logo\.png/,
    )
  }
  const [thread = ''] = (await desk.pulls.read(pull)).threads.map((one) => one.id)
  await ada(['pr', 'resolve', pull, thread])
  expect((await ada(['approve', id, '--seen'], atTerminal('y'))).err).toMatch(
    /Your own draft is blocking.*request-changes/,
  )
  await desk.pulls.saveDrafts(pull, [], [ThreadId.parse('t1')])

  // What alone is left is asked about; without a terminal it is said what to add.
  const unseen = await ada(['approve', id])
  expect(unseen.out).toMatch(/logo\.png {2}added\n[^]*leeway pr file/)
  expect(unseen.err).toMatch(/complete but for logo\.png[^]*--hash sha256:\w+ --seen\n/)
  const asked = await ada(['approve', id], atTerminal('y', 'y'))
  expect(asked.out).toMatch(/to be merged\? \[y\/N\] yes\n[^]*Have you looked at all of this, whole\? \[y\/N\] yes\n/)
  expect(asked.code).toBe(0)
})

test('whoever has a part in the work is told before they are asked, and a grant of work is none', async () => {
  const { ada, id, pull, desk } = await aPlan({ solo: false })
  const grant = await ada(['approve', id, '--grant-count', '2'], atTerminal('y'))
  expect([grant.code, grant.out, grant.err]).toEqual([1, '', expect.stringContaining('Only a call of a tool')])
  const { head } = (await desk.pulls.read(pull)).pull
  await desk.pulls.commit({ pull, head, changes: { 'more.md': 'mine\n' } })
  const own = await ada(['approve', id], atTerminal('y'))
  expect([own.code, own.out, own.err]).toEqual([1, '', expect.stringContaining('somebody else has to approve it')])
})

test('whoever rejected a part reads, before they are asked, that a yes to the whole takes that back', async () => {
  const { ada, id, pull, hash, desk } = await aPlan()
  const { files } = await desk.pulls.diff(pull)
  const file = files.find(({ path }) => path === 'plan.md')
  const part = { path: 'plan.md', file: file?.hash ?? '', hunk: file?.hunks[0]?.hash ?? '' }
  const { head } = (await desk.pulls.read(pull)).pull
  const verdicts = [{ ...part, verdict: 'rejected', reason: 'Too loud.' } as const]
  await desk.pulls.submit({ pull, head, content_hash: hash, answer: 'comment', verdicts })
  const { out } = await ada(['approve', id], atTerminal('y'))
  expect(out.split(hash)[0]).toMatch(
    /Rejected\n {2}ada rejected part 1 of 1 of plan\.md.*\n {2}Whoever rejected it takes/,
  )
  expect((await desk.pulls.read(pull)).rejected).toEqual([])
})

test.for([{ isServed: false }, { isServed: true }])(
  'drafts of the browser are shown, go along with the approval, and that is said (%o)',
  async ({ isServed }) => {
    const { ada, id, pull, hash, desk } = await aPlan({ isServed })
    const place = { path: 'plan.md', side: 'new', kind: 'lines', first: 3, last: 3 } as const
    const anchor = { ...place, quote: ['three'], before: ['one', 'two\u202e'], after: [] }
    await desk.pulls.saveDrafts(pull, [aDraft('t1'), aDraft('t2', { anchor, text: 'Three of what?' })])
    const [above = ''] = (await ada(['approve', id], atTerminal('n'))).out.split(hash)
    expect(above).toMatch(/\+ three\n.*nit, your draft, not submitted {2}plan\.md:3 {2}t2\n.*you: Three of what\?/)
    expect(above).toMatch(/nit, your draft, not submitted {2}on the whole {2}t1/)
    expect(above).toMatch(/! You have 2 drafts here that you did not submit\. What you wrote goes along/)
    for (const verb of ['show', 'diff'])
      expect((await ada(['pr', verb, pull])).out).toContain('your draft, not submitted')

    const { out } = await ada(['approve', id, '--hash', hash, '--json'])
    expect(JSON.parse(out)).toMatchObject({ checkpoint: id, status: 'approved', submitted: ['t1', 't2'] })
    const after = await desk.pulls.read(pull)
    expect([after.drafts, after.threads.map((one) => one.id)]).toEqual([[], ['t1', 't2']])
  },
)

test('`pr comment` says too that what was drafted went along', async () => {
  const { ada, pull, desk } = await aPlan()
  await desk.pulls.saveDrafts(pull, [aDraft('t1')])
  const { out } = await ada(['pr', 'comment', pull, '--kind', 'nit', '--text', 'Why?'])
  expect(out).toMatch(/\nWhat you had drafted went along: 1 comment\.\n.*leeway pr request-changes \S+\n$/)
})

test('an approval says how many drafts went along, and whoever reads long sends what they wrote meanwhile', async () => {
  const { ada, id, pull, hash, desk } = await aPlan()
  await desk.pulls.saveDrafts(pull, [aDraft('t1')])
  const { out } = await ada(['approve', id, '--hash', hash])
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(
    /The agent answers 1 comment first; .* What you had drafted went along: 1 comment\. $/,
  )

  const other = await aPlan()
  const approve = await lookedAt(other)
  await other.desk.pulls.saveDrafts(other.pull, [aDraft('t2')])
  expect(await approve()).toMatchObject({ status: 'approved', submitted: ['t2'] })
})

test('what is halted is said before the question, and with what is only shown', async () => {
  const { ada, id } = await aPlan()
  await ada(['kill-switch', 'on', '--all', '--reason', 'a leak'])
  const shown = await ada(['approve', id])
  expect(shown.out).toMatch(/What changes[^]*Everything is halted by ada[^]*a leak/)
  const yes = await ada(['approve', id], atTerminal('y'))
  expect(yes.out).toMatch(
    /Everything is halted[^]*to be merged\? \[y\/N\] yes\n[^]*nothing is merged until the kill\s+switch/,
  )
})

test('what is longer than some terminals keep is shown whole, and says where it is read page by page', async () => {
  const text = Array.from({ length: 2000 }, (_none, at) => `line ${at}\n`).join('')
  const { ada, id, pull } = await aPlan({ work: planWork(text) })
  const { out } = await ada(['approve', id], atTerminal('n'))
  expect(out.match(/ \+ line \d+\n/g)).toHaveLength(2000)
  const command = `leeway pr diff ${pull} --round 1 | less`
  expect(out).toMatch(/! These were 2,\d\d\d lines/)
  expect(out.slice(out.indexOf(command))).toBe(`${command}\n\nApprove these changes, to be merged? [y/N] no\n`)
  expect((await ada(['approve', id])).out).not.toContain('These were')
})

test('where the work can not be read, people see what is held and no hash, and nobody approves it', async () => {
  const { ada, id, hash, root, asked, desk, pull } = await aPlan()
  const { head } = (await desk.pulls.read(pull)).pull
  const repositories = join(root, '.leeway', 'repositories')
  rmSync(join(repositories, readdirSync(repositories)[0] ?? '', 'objects'), { recursive: true })
  const { code, out } = await ada(['checkpoints', 'show', id])
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/Why it is held[^]*The changes can't be shown, so that nobody/),
  ])
  expect(out).not.toContain(hash)
  for (const call of [
    ada(['approve', id], atTerminal('y')),
    ada(['approve', id]),
    ada(['approve', id, '--hash', hash]),
    ada(['pr', 'approve', pull, '--head', head]),
    ada(['pr', 'approve', pull], atTerminal('y')),
  ])
    expect(await call).toMatchObject({ code: 1, out: '', err: expect.stringContaining('leeway doctor') })
  expect((await asked()).status).toBe('pending')
  // A no needs no look.
  expect((await ada(['reject', id, '--reason', 'not now'])).code).toBe(0)
})

test('what an agent only calls like its work is not shown for that work', async () => {
  const { ada, leeway, jobs, pull, desk } = await aPlan()
  const same = await leeway.job({ key: 'plan 0' })
  expect(same.id).toBe(jobs[0])
  const { tree, base } = (await desk.pulls.read(pull)).pull
  const around = { target: pull, tree, base_commit: base }
  await codeOf(same.gate({ kind: 'checkpoint', type: 'deliverable' }, { key: 'q', around }))
  const id = (await desk.checkpoints()).rows.find((row) => row.pull === undefined)?.id ?? ''
  const { out } = await ada(['approve', id], atTerminal('n'))
  expect(out).toMatch(/these bytes are approved and run[^]*Approve this\? \[y\/N\] no/)
  expect(out).not.toContain('What changes')
})

test('what has moved while they looked is not approved, and what they drafted stays theirs', async () => {
  const plan = await aPlan()
  const { pull, desk, asked } = plan
  const approve = await lookedAt(plan)
  await desk.pulls.saveDrafts(pull, [aDraft('t1')])
  const { head } = (await desk.pulls.read(pull)).pull
  await desk.pulls.commit({ pull, head, changes: { 'more.md': 'more\n' } })
  await expect(approve()).rejects.toMatchObject({ code: 'head_moved' })
  expect((await asked()).status).toBe('pending')
  expect((await desk.pulls.read(pull)).drafts).toMatchObject([{ id: 't1' }])
})

test('whoever is second reads who decided, also once it is merged', async () => {
  const plan = await aPlan()
  const approve = await lookedAt(plan)
  await approve()
  await plan.leeway.resume(plan.jobs[0] ?? '')
  expect((await plan.desk.pulls.read(plan.pull)).pull.status).toBe('merged')
  await expect(approve()).rejects.toMatchObject({ code: 'already_resolved', details: { by: 'ada' } })
})

/** Somebody who has looked, and is about to say yes. */
async function lookedAt({ desk, id, hash }: Awaited<ReturnType<typeof aPlan>>) {
  const { work } = await lookAt(desk, id)
  if (work === null) throw new Error('Nothing is held.')
  return () => approveWork(desk, work, { checkpoint: id, content_hash: hash, reason: undefined, passphrase: undefined })
}
