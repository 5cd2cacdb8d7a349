import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openContext, openReception } from '../../src/compose.ts'
import { addDocuments } from '../../src/engine/document/add-documents.ts'
import { sendDocuments } from '../../src/engine/document/send-documents.ts'
import { Policies } from '../../src/engine/policies.ts'
import type { Workspaces } from '../../src/engine/ports.ts'
import { runCommand } from '../../src/engine/run-command.ts'
import { backUp, restore, verifyKeptRows } from '../../src/look-after.ts'
import { DOCUMENT_LIMITS } from '../../src/model/document-limits.ts'
import { type JobId, PersonId, type TenantId } from '../../src/model/ids.ts'
import { deskDocuments } from '../../src/sdk/desk/desk-documents.ts'
import { takeSeat } from '../../src/sdk/desk/seat.ts'
import type { Newcomer } from '../../src/sdk/desk.ts'
import { takeUpDocuments } from '../../src/sdk/document/take-up-documents.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { catalog } from '../../src/testing/catalog.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { gitNow } from '../../src/testing/git-now.ts'
import { aHouse, type House } from '../../src/testing/house.ts'

const PLAN = { number: 1, type: 'strategic', title: 'The plan' } as const
const WORK = { number: 2, type: 'tactical', title: 'The work' } as const
const bytes = (text: string) => new TextEncoder().encode(text)
const CONTRACT = { name: 'contract.txt', bytes: bytes('It ends in May.\n') }
const PICTURE = { name: 'Plan of the house.png', bytes: Uint8Array.of(0x89, 0x50, 0, 255, 13, 10) }

/** What git says of the repository of a job. */
function git(house: House, ...args: string[]): string {
  const folder = join(house.root, '.leeway', 'repositories')
  const [name = ''] = readdirSync(folder)
  return gitNow([`--git-dir=${join(folder, name)}`, ...args]).toString()
}

/** Writes a plan, and answers whatever is wanted. */
const plan: PhaseWork = async (workspace, feedback) => {
  await workspace.step('write', (files) => files.write('plan.md', feedback === null ? 'one\n' : 'two\n'))
  return {
    answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, did: 'fixed', text: 'Done.' })),
    remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, did: 'fixed', text: 'Done.' })),
  }
}

/** A job that nobody has begun to work on, and its program. */
async function aJob(house: House, work: PhaseWork = plan, policy = 'jobs/guided') {
  const leeway = await house.open({ policy, onHold: 'throw' })
  const program = leeway.program({ name: 'work', version: '1' }, async (job) => {
    // The first question comes before the first phase, so that somebody can give something in between.
    await job.gate({ kind: 'completion' }, { name: 'ready' })
    return [await job.phase(PLAN, work), await job.phase(WORK, work)]
  })
  const { job } = await leeway.start(program, { key: 'a', input: null })
  const begin = async () => {
    await house.answerAll({ answer: 'approve' })
    return leeway.resume(job)
  }
  return { leeway, job, begin }
}

const pullOf = async (house: House, job: JobId) => (await house.desk.pulls.list({ job })).rows[0]

test('what is given before the first phase stands on its branch, in the name of whoever gave it', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const read: unknown[] = []
  const { job, begin } = await aJob(house, async (workspace, feedback) => {
    read.push(await workspace.read('documents/contract.txt'), await workspace.readBytes(`documents/${PICTURE.name}`))
    return plan(workspace, feedback)
  })
  const given = await house.desk.documents.upload({ job, documents: [CONTRACT, PICTURE] })
  expect(given).toMatchObject([
    { name: PICTURE.name, size: 6, by: 'ada', branch: null },
    { name: 'contract.txt', size: 16, by: 'ada', branch: null },
  ])
  expect(git(house, 'branch', '--format=%(refname:short)')).toBe('main\n')
  await begin()
  expect(read).toEqual(['It ends in May.\n', Buffer.from(PICTURE.bytes)])
  expect(await house.desk.documents.list(job)).toMatchObject([
    { branch: 'phase-1-strategic' },
    { branch: 'phase-1-strategic' },
  ])
  expect(git(house, 'log', '--format=%an %s', 'phase-1-strategic', '--', 'documents')).toBe('ada Give 2 documents\n')
  expect(await house.log('documents_uploaded')).toMatchObject([{ actor: { kind: 'person', id: 'ada' }, job }])
  expect((await house.desk.documents.read(job, PICTURE.name)).bytes).toEqual(Buffer.from(PICTURE.bytes))
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test('what is given while the work is under review is the next round, and voids votes like a push', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, job, begin } = await aJob(house)
  await begin()
  const before = await pullOf(house, job)
  const view = await house.desk.pulls.read(before?.id as never)
  await house.desk.documents.upload({ job, documents: [CONTRACT] })
  const after = await house.desk.pulls.read(before?.id as never)
  expect(after).toMatchObject({
    pull: { round: 2, pushed_by: ['ada'] },
    checkpoint: { revision: 2, edited_by: ['ada'] },
  })
  const stale = { pull: after.pull.id, head: view.pull.head, content_hash: view.checkpoint?.content_hash ?? '' }
  await expect(house.desk.pulls.submit({ ...stale, answer: 'approve' })).rejects.toMatchObject({ code: 'head_moved' })
  await house.answerAll({ answer: 'approve' })
  await leeway.resume(job)
  expect(git(house, 'show', 'main:documents/contract.txt')).toBe('It ends in May.\n')
})

test('the same again is no other round, and something else under the same name has to say that it replaces it', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { job, begin } = await aJob(house)
  await begin()
  await house.desk.documents.upload({ job, documents: [CONTRACT] })
  await house.desk.documents.upload({ job, documents: [CONTRACT] })
  expect(await pullOf(house, job)).toMatchObject({ round: 2 })
  const other = { ...CONTRACT, bytes: bytes('It ends in June.\n') }
  const taken = house.desk.documents.upload({ job, documents: [other] })
  await expect(taken).rejects.toMatchObject({
    code: 'document_taken',
    message: expect.stringContaining('Say that it is replaced'),
  })
  const lookAlike = house.desk.documents.upload({ job, documents: [{ ...other, name: 'Contract.txt' }], replace: true })
  await expect(lookAlike).rejects.toMatchObject({
    code: 'document_taken',
    message: expect.stringContaining('Some computers take'),
  })
  expect(await house.desk.documents.upload({ job, documents: [other], replace: true })).toHaveLength(1)
  expect(git(house, 'show', 'phase-1-strategic:documents/contract.txt')).toBe('It ends in June.\n')
  expect(await pullOf(house, job)).toMatchObject({ round: 3 })
})

test('what stood on a branch that was given up is taken along to the next one', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, job, begin } = await aJob(house)
  await begin()
  await house.desk.documents.upload({ job, documents: [CONTRACT] })
  await house.answerAll({ answer: 'reject', reason: 'Not so.' })
  await leeway.resume(job)
  expect(git(house, 'show', 'main:documents/contract.txt')).toBe('It ends in May.\n')
  expect(await house.desk.documents.list(job)).toMatchObject([{ branch: 'phase-2-tactical' }])
})

/** Gives a document in a process that ends before the branch has moved. */
async function killedUpload(house: House, job: JobId): Promise<void> {
  const context = await openContext({ root: house.root, tellHolds: false })
  onTestFinished(() => context.store.close())
  const seat = await takeSeat(context, house.token)
  const crashPoint = () => {
    throw new Error('killed')
  }
  const killed = deskDocuments({ ...seat, crashPoint }).upload({ job, documents: [CONTRACT] })
  await expect(killed).rejects.toThrow('killed')
  expect(await house.desk.documents.list(job)).toMatchObject([{ name: 'contract.txt', branch: null }])
}

test('what was kept when the process was killed joins when it is given again', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { job, begin } = await aJob(house)
  await begin()
  await killedUpload(house, job)
  expect(await house.desk.documents.upload({ job, documents: [CONTRACT] })).toMatchObject([
    { branch: 'phase-1-strategic' },
  ])
  expect(await pullOf(house, job)).toMatchObject({ round: 2, pushed_by: ['ada'] })
  expect(await house.log('documents_uploaded')).toHaveLength(1)
})

test('what was kept when the process was killed joins with the next round of the agent at the latest', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const heard: unknown[] = []
  const { leeway, job, begin } = await aJob(house, (workspace, feedback) => {
    heard.push(feedback?.commits)
    return plan(workspace, feedback)
  })
  await begin()
  await killedUpload(house, job)
  await house.answerAll({ answer: 'request_changes', reason: 'Read the contract.' })
  await leeway.resume(job)
  expect(heard.at(-1)).toMatchObject([{ author: 'ada', message: 'Give contract.txt' }])
  expect(await pullOf(house, job)).toMatchObject({ round: 2, pushed_by: ['ada'] })
  expect(git(house, 'show', 'phase-1-strategic:documents/contract.txt')).toBe('It ends in May.\n')
})

test('whoever gave something before it was offered has a part in it, where duties are separated', async () => {
  const house = await aHouse()
  const { leeway, job } = await aJob(house, plan, 'jobs/guided')
  await house.desk.documents.upload({ job, documents: [CONTRACT] })
  await house.desk.setSolo(true)
  await house.answerAll({ answer: 'approve' })
  await house.desk.setSolo(false)
  await leeway.resume(job)
  expect(await pullOf(house, job)).toMatchObject({ round: 1, pushed_by: ['ada'] })
  await expect(house.answerAll({ answer: 'approve' })).rejects.toMatchObject({ code: 'self_approval' })
})

test('what a job is given and its agent does not wait for is on the branch when that is offered', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const upload = (job: JobId) => house.desk.documents.upload({ job, documents: [CONTRACT] })
  const given: JobId[] = []
  const { job, begin } = await aJob(house, async (workspace, feedback) => {
    await workspace.step('meanwhile', async () => {
      if (given.push(job) === 1) await upload(job)
    })
    return plan(workspace, feedback)
  })
  await begin()
  const pull = await pullOf(house, job)
  expect((await house.desk.pulls.files(pull?.id as never)).paths).toContain('documents/contract.txt')
  expect(pull).toMatchObject({ round: 1, pushed_by: ['ada'] })
})

const secret = `ghp_${'a1B2'.repeat(9)}`
const large = { name: 'large.bin', bytes: new Uint8Array(DOCUMENT_LIMITS.bytes + 1) }
const many = Array.from({ length: 21 }, (_, at) => ({ name: `${at}.txt`, bytes: bytes('x') }))
const heavy = ['a.bin', 'b.bin'].map((name) => ({ name, bytes: new Uint8Array(5 * 1024 * 1024) }))

test.for([
  ['a path', [{ ...CONTRACT, name: '../plan.md' }], 'invalid_input', /without \/ \\ :/],
  ['a hidden file', [{ ...CONTRACT, name: '.gitattributes' }], 'invalid_input', /without a dot or a space/],
  ['a folder of git', [{ ...CONTRACT, name: 'git~1' }], 'invalid_input', /folder of git/],
  ['a name that turns around', [{ ...CONTRACT, name: 'a\u202etxt.exe' }], 'invalid_input', /that can be seen/],
  ['no name', [{ ...CONTRACT, name: '' }], 'invalid_input', /1 to 150/],
  ['one name twice', [CONTRACT, CONTRACT], 'invalid_input', /^"[^"]+": Another one of this name is given as well\.$/],
  ['a secret', [{ name: 'notes.txt', bytes: bytes(`token: ${secret}\n`) }], 'literal_secret', /Line 1 looks like/],
  ['too large a document', [large], 'invalid_input', /more than 5 MB/],
  ['too many at once', many, 'invalid_input', /At most 20 documents of 8 MB together/],
  ['too much at once', heavy, 'invalid_input', /Give them in parts/],
  ['nothing', [], 'invalid_input', /at least one/],
] as const)('%s is refused with what to do, and nothing is kept', async ([, documents, code, message]) => {
  const house = await aHouse()
  const { job } = await aJob(house)
  const given = house.desk.documents.upload({ job, documents: [...documents] })
  await expect(given).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  expect(await house.desk.documents.list(job)).toEqual([])
  expect(await house.log('documents_uploaded')).toEqual([])
})

test('a job has so many documents and no more, whoever gives them at the same time', async () => {
  const house = await aHouse()
  const { job } = await aJob(house)
  const part = (from: string) =>
    Array.from({ length: 20 }, (_, at) => ({ name: `${from}-${at}.txt`, bytes: bytes(`${from} ${at}`) }))
  for (let at = 0; at < 9; at++) await house.desk.documents.upload({ job, documents: part(String(at)) })
  const both = await Promise.allSettled(
    ['x', 'y'].map((from) => house.desk.documents.upload({ job, documents: part(from) })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'too_many_documents' } })
  expect(await house.desk.documents.list(job)).toHaveLength(200)
})

test('what is replaced counts, because it is kept: a job is not filled by giving the same name without end', async () => {
  const house = await aHouse()
  const { job } = await aJob(house)
  const give = (text: string) => {
    const documents = Array.from({ length: 20 }, (_, at) => ({ name: `${at}.txt`, bytes: bytes(`${at} ${text}`) }))
    return house.desk.documents.upload({ job, documents, replace: true })
  }
  for (let at = 0; at < 50; at++) await give(String(at))
  await expect(give('one more')).rejects.toMatchObject({
    code: 'too_many_documents',
    message: expect.stringContaining('those that are replaced are kept'),
  })
  expect(await house.desk.documents.list(job)).toHaveLength(20)
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test('who only looks gives nothing, and learns of no job of another tenant, at the files as over HTTP', async () => {
  const house = await aHouse()
  const { job } = await aJob(house)
  await house.desk.documents.upload({ job, documents: [CONTRACT] })
  const context = await openContext({ root: house.root, tellHolds: false })
  onTestFinished(() => context.store.close())
  const deskOf = async (name: string, given: Pick<Newcomer, 'role' | 'tenants'>) => {
    const token = await house.desk.addPerson({ id: PersonId.parse(name), ...given })
    const seat = await takeSeat(context, token)
    return { ...deskDocuments(seat), seat }
  }
  const vic = await deskOf('vic', { role: 'viewer', tenants: '*' })
  expect(await vic.list(job)).toHaveLength(1)
  await expect(vic.upload({ job, documents: [CONTRACT] })).rejects.toMatchObject({ code: 'not_authorised' })
  const given = { job, by: vic.seat.by, given: [], commit: '', replace: false }
  await expect(vic.seat.run(addDocuments, given)).rejects.toMatchObject({ code: 'not_authorised' })
  const eve = await deskOf('eve', { role: 'admin', tenants: ['elsewhere' as TenantId] })
  await expect(eve.list(job)).rejects.toMatchObject({ code: 'not_found' })
  await expect(eve.upload({ job, documents: [PICTURE] })).rejects.toMatchObject({ code: 'not_found' })
  await expect(eve.seat.run(addDocuments, { ...given, by: eve.seat.by })).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    runCommand(context, addDocuments, { ...given, by: { kind: 'agent', id: 'scout' } }),
  ).rejects.toMatchObject({ code: 'actor_not_human' })
})

test('a job that has ended is given nothing, also where it ended while the bytes were kept', async () => {
  const house = await aHouse()
  const { job } = await aJob(house)
  await house.desk.cancel(job, 'No need.')
  await expect(house.desk.documents.upload({ job, documents: [CONTRACT] })).rejects.toMatchObject({ code: 'job_ended' })
  const ports = { store: house.store, policies: new Policies(catalog) }
  const late = { job, by: { kind: 'person', id: 'ada' } as const, given: [], commit: '', replace: false }
  await expect(runCommand(ports, addDocuments, late)).rejects.toMatchObject({ code: 'job_ended' })
})

test('a document that stands on no branch yet is in a backup, with every byte', async () => {
  const house = await aHouse()
  const { job } = await aJob(house)
  await house.desk.documents.upload({ job, documents: [PICTURE] })
  const file = join(aFolder(), 'backup.db')
  await backUp({ root: house.root, file })
  const root = aFolder()
  await restore({ root, file })
  const reception = await openReception({ root })
  onTestFinished(() => reception.close())
  const { bytes: kept } = await (await reception.desk(house.token)).documents.read(job, PICTURE.name)
  expect(new Uint8Array(kept)).toEqual(PICTURE.bytes)
})

/** What somebody else, who may review, does with documents. */
async function bobAt(house: House) {
  const context = await openContext({ root: house.root, tellHolds: false })
  onTestFinished(() => context.store.close())
  const token = await house.desk.addPerson({ id: PersonId.parse('bob'), role: 'reviewer', tenants: '*' })
  return { context, documents: deskDocuments(await takeSeat(context, token)) }
}

/** The same ports; something happens in the moment in which a commit has landed and nobody has said so. */
function withLanded<P extends { readonly workspaces: Workspaces }>(ports: P, happens: () => Promise<unknown>): P {
  const { workspaces } = ports
  const commit: Workspaces['commit'] = async (job, given) => {
    const made = await workspaces.commit(job, given)
    await happens()
    return made
  }
  const landing = new Proxy(workspaces, {
    get: (target, key) => (key === 'commit' ? commit : Reflect.get(target, key).bind(target)),
  })
  return { ...ports, workspaces: landing }
}

test.for([
  ['and it goes on', 'lives'],
  ['and the process is killed', 'dies'],
] as const)(
  'whoever gave bytes that stand on the branch does not approve them, though somebody replaces them as they land %s',
  async ([, process]) => {
    const house = await aHouse()
    await house.desk.setSolo(true)
    const { context, documents: bob } = await bobAt(house)
    const mine = { ...CONTRACT, bytes: bytes('It never ends.\n') }
    const replacing = withLanded(context, async () => {
      await bob.upload({ job, documents: [mine], replace: true })
      if (process === 'dies') throw new Error('killed')
    })
    const done: string[] = []
    const { leeway, job, begin } = await aJob(house, async (workspace, feedback) => {
      await workspace.step('meanwhile', async () => {
        if (done.push('begun') > 1) return
        const row = (await context.store.get('jobs', job))?.row
        if (row === undefined) throw new Error('There is a job.')
        await house.desk.documents.upload({ job, documents: [CONTRACT] })
        const taken = await takeUpDocuments(replacing, row, 'phase-1-strategic').catch(String)
        expect(taken).toBe(process === 'dies' ? 'Error: killed' : undefined)
      })
      return plan(workspace, feedback)
    })
    await begin()
    expect(git(house, 'log', '--format=%an %s', 'phase-1-strategic', '--', 'documents')).toContain(
      'ada Give contract.txt',
    )
    expect((await pullOf(house, job))?.pushed_by.toSorted()).toEqual(['ada', 'bob'])
    await house.desk.setSolo(false)
    await expect(house.answerAll({ answer: 'approve' })).rejects.toMatchObject({ code: 'self_approval' })
    await leeway.resume(job)
    expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
  },
)

test('what was replaced before it was put anywhere is not put there any more', async () => {
  const house = await aHouse()
  const { job } = await aJob(house)
  const [first] = await house.desk.documents.upload({ job, documents: [CONTRACT] })
  const other = { ...CONTRACT, bytes: bytes('It ends in June.\n') }
  await house.desk.documents.upload({ job, documents: [other], replace: true })
  const ports = { store: house.store, policies: new Policies(catalog) }
  const stale = { job, by: { kind: 'agent', id: 'scout' } as const, branch: 'phase-1-strategic' }
  const sent = runCommand(ports, sendDocuments, { ...stale, documents: first === undefined ? [] : [first] })
  await expect(sent).rejects.toMatchObject({ code: 'head_moved', message: expect.stringContaining('has replaced') })
  expect(await house.log('documents_sent')).toEqual([])
})

const OF_BOB = { ...CONTRACT, bytes: bytes('It never ends.\n') }

test('whoever gave what was replaced before it was on a branch has a part in it: an agent elsewhere may have read it', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { documents: bob } = await bobAt(house)
  const { job, begin } = await aJob(house)
  await house.desk.documents.upload({ job, documents: [CONTRACT] })
  expect(await bob.upload({ job, documents: [OF_BOB], replace: true })).toMatchObject([{ by: 'bob', before: ['ada'] }])
  await begin()
  expect((await pullOf(house, job))?.pushed_by.toSorted()).toEqual(['ada', 'bob'])
  await house.desk.setSolo(false)
  await expect(house.answerAll({ answer: 'approve' })).rejects.toMatchObject({ code: 'self_approval' })
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test('so does whoever gave what was replaced after its branch was given up', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { documents: bob } = await bobAt(house)
  const { job, begin } = await aJob(house)
  await house.desk.documents.upload({ job, documents: [CONTRACT] })
  await begin()
  await house.answerAll({ answer: 'reject', reason: 'Not this.' })
  expect(await bob.upload({ job, documents: [OF_BOB], replace: true })).toMatchObject([{ by: 'bob', before: ['ada'] }])
})

test('so does whoever gave what was replaced on a branch that was given up afterwards', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { documents: bob } = await bobAt(house)
  const { leeway, job, begin } = await aJob(house, plan, 'jobs/dependent')
  await house.desk.documents.upload({ job, documents: [CONTRACT] })
  await begin()
  await bob.upload({ job, documents: [OF_BOB], replace: true })
  await house.answerAll({ answer: 'reject', reason: 'Not this.' })
  await leeway.resume(job)
  const next = await pullOf(house, job)
  expect([next?.branch, next?.pushed_by.toSorted()]).toEqual(['phase-2-tactical', ['ada', 'bob']])
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test('what was on main before it was replaced is approved work, and its giver has no part in what comes after', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { documents: bob } = await bobAt(house)
  const { leeway, job, begin } = await aJob(house, plan, 'jobs/dependent')
  await house.desk.documents.upload({ job, documents: [CONTRACT] })
  await begin()
  await house.answerAll({ answer: 'approve' })
  await leeway.resume(job)
  const [replaced] = await bob.upload({ job, documents: [OF_BOB], replace: true })
  expect(replaced).toMatchObject({ by: 'bob', branch: 'phase-2-tactical' })
  expect(replaced).not.toHaveProperty('before')
  expect((await pullOf(house, job))?.pushed_by).toEqual(['bob'])
})

test('two names that some computers take for one are refused, and nothing of what is refused is kept', async () => {
  const house = await aHouse()
  const { job } = await aJob(house)
  await house.desk.documents.upload({ job, documents: [CONTRACT] })
  const objects = () => git(house, 'cat-file', '--batch-all-objects', '--batch-check').split('\n').length
  const before = objects()
  const other = { ...CONTRACT, bytes: bytes('It ends in June.\n') }
  const alike = [PICTURE, { ...PICTURE, name: PICTURE.name.toUpperCase(), bytes: bytes('another') }]
  for (const documents of [[other], alike]) {
    await expect(house.desk.documents.upload({ job, documents })).rejects.toMatchObject({ code: 'document_taken' })
  }
  expect(objects()).toBe(before)
})

/** Writes a file of the agent's own, and then the plan. */
const writing =
  (path: string, before: () => Promise<unknown> = async () => undefined): PhaseWork =>
  async (workspace, feedback) => {
    if (feedback === null) {
      await workspace.step('before', before)
      await workspace.step('own', (files) => files.write(path, 'precious\n'))
    }
    return plan(workspace, feedback)
  }

const IN_THE_WAY = [
  ['a file where the folder goes', 'documents', 'Ask the agent'],
  ['a folder where the file goes', 'documents/contract.txt/notes.md', 'Give this one'],
  ['a file of that name', 'documents/contract.txt', 'Say that it is replaced'],
  ['a file that some computers take for it', 'documents/Contract.TXT', 'Give this one'],
] as const

test.for(IN_THE_WAY)(
  '%s that the agent wrote is not lost to a document: it is refused, and nothing is kept',
  async ([, own, instead]) => {
    const house = await aHouse()
    await house.desk.setSolo(true)
    const { job, begin } = await aJob(house, writing(own))
    await begin()
    const where = `"${own}" on phase-1-strategic is in the way of "documents/contract.txt"`
    const message = expect.stringContaining(`${where}, and no person gave it. ${instead}`)
    const given = house.desk.documents.upload({ job, documents: [CONTRACT] })
    await expect(given).rejects.toMatchObject({ code: 'document_taken', message })
    expect(await house.desk.documents.list(job)).toEqual([])
    expect(await pullOf(house, job)).toMatchObject({ round: 1 })
    expect(git(house, 'show', `phase-1-strategic:${own}`)).toBe('precious\n')
  },
)

test.for(IN_THE_WAY)('where the agent wrote %s before it took up a document, that goes beside it', async ([, own]) => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const upload = () => house.desk.documents.upload({ job, documents: [CONTRACT] })
  const { job, begin } = await aJob(house, writing(own, upload))
  await begin()
  expect(git(house, 'show', `phase-1-strategic:${own}`)).toBe('precious\n')
  expect(git(house, 'show', 'phase-1-strategic:documents-2/contract.txt')).toBe('It ends in May.\n')
  expect(await house.desk.documents.list(job)).toMatchObject([{ branch: 'phase-1-strategic' }])
  const other = { ...CONTRACT, bytes: bytes('It ends in June.\n') }
  const again = house.desk.documents.upload({ job, documents: [other] })
  await expect(again).rejects.toMatchObject({ code: 'document_taken', message: expect.stringContaining('from ada') })
})

test('who says so replaces a file of the agent, and never a folder', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { job, begin } = await aJob(house, async (workspace, feedback) => {
    await workspace.step('own', (files) => files.write('documents/notes/day.md', 'precious\n'))
    return writing('documents/contract.txt')(workspace, feedback)
  })
  await begin()
  await house.desk.documents.upload({ job, documents: [CONTRACT], replace: true })
  expect(git(house, 'show', 'phase-1-strategic:documents/contract.txt')).toBe('It ends in May.\n')
  const folder = house.desk.documents.upload({ job, documents: [{ ...CONTRACT, name: 'notes' }], replace: true })
  await expect(folder).rejects.toMatchObject({
    code: 'document_taken',
    message: expect.stringContaining('gave it. Give'),
  })
  expect(git(house, 'show', 'phase-1-strategic:documents/notes/day.md')).toBe('precious\n')
})

test.for([
  ['as it was given', 'other.md', 'documents/contract.txt'],
  ['that the agent has changed', 'documents/contract.txt', 'documents-2/contract.txt'],
] as const)(
  'where a document stands %s, what replaces it while the agent works loses nothing',
  async ([, own, goes]) => {
    const house = await aHouse()
    await house.desk.setSolo(true)
    const other = { ...CONTRACT, bytes: bytes('It ends in June.\n') }
    const replacing = () => house.desk.documents.upload({ job, documents: [other], replace: true })
    const { job, begin } = await aJob(house, writing(own, replacing))
    await house.desk.documents.upload({ job, documents: [CONTRACT] })
    await begin()
    const files = git(house, 'ls-tree', '-r', '--name-only', 'phase-1-strategic').split('\n')
    const placed = files.filter((path) => path.endsWith('contract.txt'))
    expect(placed.toSorted()).toEqual([...new Set(['documents/contract.txt', goes])].toSorted())
    expect(git(house, 'show', `phase-1-strategic:${goes}`)).toBe('It ends in June.\n')
    expect(git(house, 'show', `phase-1-strategic:${own}`)).toBe('precious\n')
  },
)
