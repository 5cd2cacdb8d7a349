import { expect, test } from 'vitest'
import type { PullId } from '../../src/model/ids.ts'
import type { FileVerdict } from '../../src/model/review-thread.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import type { Feedback } from '../../src/sdk/pull/feedback.ts'
import { aHouse, type House } from '../../src/testing/house.ts'
import { PLAN } from '../../src/testing/plan-work.ts'
import { ref, review } from './held-plan.ts'

type Files = Readonly<Record<string, string | null>>

/** One thing that an agent does with a part that was rejected: what is on main, two rounds, which file is meant, and where that stands then. */
interface Way {
  readonly main?: Files
  readonly rounds: readonly [Files, Files]
  readonly path: string
  readonly now: readonly string[]
}

const FLAGS = 'skip_review: true\nask_nobody: always\n'
const HELPER = '/** Lets everything pass. */\nexport function mayPass(request: unknown): boolean {\n  return true\n}\n'
const LINES = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n'
const LOUD = LINES.replace('five', 'FIVE!')
const BEGUN = "import { mayPass } from './may-pass.ts'\n\nserve(mayPass)\n"
const withHelper = (text: string) => text.replace('two\n', `two\n${HELPER}`)

const WAYS: Readonly<Record<string, Way>> = {
  'a new file gets another name': {
    rounds: [{ 'a.yaml': FLAGS }, { 'a.yaml': null, 'b.yaml': FLAGS }],
    ...{ path: 'a.yaml', now: ['b.yaml'] },
  },
  'a file of main is moved with its change': {
    main: { 'list.txt': LINES },
    rounds: [{ 'list.txt': LOUD }, { 'list.txt': null, 'docs/list.txt': LOUD }],
    ...{ path: 'list.txt', now: ['docs/list.txt'] },
  },
  'a file of main is moved, of which so much changes that git calls it new': {
    main: { 'list.txt': 'one\ntwo\n' },
    rounds: [{ 'list.txt': 'ONE\nTWO\nthree\n' }, { 'list.txt': null, 'docs/list.txt': 'ONE\nTWO\nthree\n' }],
    ...{ path: 'list.txt', now: ['docs/list.txt'] },
  },
  'what was put into a file is put into another one': {
    main: { 'old.ts': LINES, 'other.ts': LINES },
    rounds: [{ 'old.ts': `${HELPER}\n${LINES}` }, { 'old.ts': LINES, 'other.ts': `${LINES}\n${HELPER}` }],
    ...{ path: 'old.ts', now: ['other.ts'] },
  },
  'what was a file is a part of another new one': {
    rounds: [{ 'may-pass.ts': HELPER }, { 'may-pass.ts': null, 'serve.ts': `${BEGUN}\n${HELPER}` }],
    ...{ path: 'may-pass.ts', now: ['serve.ts'] },
  },
  'something else changes right beside it': {
    main: { 'old.ts': LINES },
    rounds: [{ 'old.ts': withHelper(LINES) }, { 'old.ts': withHelper(LOUD) }],
    ...{ path: 'old.ts', now: ['old.ts'] },
  },
  'a new line is put directly before its lines, and one behind': {
    main: { 'old.ts': LINES },
    rounds: [{ 'old.ts': withHelper(LINES) }, { 'old.ts': withHelper(LINES).replace(HELPER, `let\n${HELPER}free\n`) }],
    ...{ path: 'old.ts', now: ['old.ts'] },
  },
  'a new file without an end of its last line grows': {
    rounds: [{ 'a.yaml': FLAGS.trimEnd() }, { 'a.yaml': `# Flags\n${FLAGS}more: false\n` }],
    ...{ path: 'a.yaml', now: ['a.yaml'] },
  },
  'it is put among the lines of another file': {
    main: { 'old.ts': LINES, 'other.ts': LINES },
    rounds: [{ 'old.ts': withHelper(LINES) }, { 'old.ts': LINES, 'other.ts': `let\n${HELPER}free\n${LINES}` }],
    ...{ path: 'old.ts', now: ['other.ts'] },
  },
  'a line of it changes': {
    main: { 'old.ts': LINES },
    rounds: [{ 'old.ts': withHelper(LINES) }, { 'old.ts': withHelper(LINES).replace('everything', 'nothing') }],
    ...{ path: 'old.ts', now: [] },
  },
  'it is gone': {
    rounds: [{ 'a.yaml': FLAGS }, { 'a.yaml': null, 'b.yaml': 'ask: always\n' }],
    ...{ path: 'a.yaml', now: [] },
  },
  'a bracket is put into another file': {
    main: { 'old.ts': LINES, 'other.ts': LINES },
    rounds: [{ 'old.ts': `${LINES}}\n` }, { 'old.ts': LINES, 'other.ts': `${LINES}}\n` }],
    ...{ path: 'old.ts', now: [] },
  },
  'the same stood in another file already, and nobody minded': {
    rounds: [{ 'a.ts': HELPER, 'b.ts': HELPER }, { 'a.ts': null }],
    ...{ path: 'a.ts', now: [] },
  },
}

/** The files of every way in a folder of its own, with words of its own. */
function together(of: (way: Way) => Files): Files {
  return Object.fromEntries(
    Object.values(WAYS).flatMap((way, at) =>
      Object.entries(of(way)).map(([path, text]) => [
        `${at}/${path}`,
        text?.replaceAll(/mayPass|skip/g, `$&${at}`) ?? null,
      ]),
    ),
  )
}

/** A phase whose rounds write these files, one after the other. */
function phaseOf(rounds: readonly Files[], heard: (Feedback | null)[] = []): PhaseWork {
  return async (workspace, feedback) => {
    heard.push(feedback)
    await workspace.step('write', (files) => {
      for (const [path, text] of Object.entries(rounds[feedback?.round ?? 0] ?? {})) {
        if (text === null) files.remove(path)
        else files.write(path, text)
      }
    })
    return { remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, did: 'fixed', text: 'Done.' })) }
  }
}

/** The first round of some files is held. */
async function offered(house: House, { main, rounds }: { readonly main: Files; readonly rounds: readonly Files[] }) {
  await house.desk.setSolo(true)
  const heard: (Feedback | null)[] = []
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program(ref('work'), async (job) => {
    await job.phase({ number: 1, type: 'tactical', title: 'What is there' }, phaseOf([main]))
    return job.phase({ ...PLAN, number: 2 }, phaseOf(rounds, heard))
  })
  const { job } = await leeway.start(program, { key: 'a', input: null })
  const { id } = (await house.desk.pulls.list()).rows[0]!
  return { id, job, heard, resume: () => leeway.resume(job) }
}

/** A no to the first hunk of some files. */
async function noTo(house: House, id: PullId, paths: readonly string[]): Promise<FileVerdict[]> {
  const { files } = await house.desk.pulls.diff(id)
  return paths.map((path) => {
    const file = files.find((one) => one.path === path)
    const part = { path, file: file?.hash ?? '', hunk: file?.hunks[0]?.hash ?? '' }
    return { ...part, verdict: 'rejected', reason: 'Nobody asked for it.' }
  })
}

test('what was rejected is flagged, and stands in the way, wherever the agent puts it as it was', async () => {
  const house = await aHouse()
  const given = {
    main: together(({ main = {} }) => main),
    rounds: [0, 1].map((at) => together((way) => way.rounds[at]!)),
  }
  const { id, resume } = await offered(house, given)
  const paths = Object.values(WAYS).map(({ path }, at) => `${at}/${path}`)
  await review(house, id, { answer: 'request_changes', verdicts: await noTo(house, id, paths) })
  await resume()
  const { rounds, rejected } = await house.desk.pulls.read(id)
  const found = (parts: readonly { readonly path: string }[]) =>
    Object.fromEntries(
      Object.keys(WAYS).map((what, at) => [
        what,
        parts.filter(({ path }) => path.startsWith(`${at}/`)).map(({ path }) => path.slice(2)),
      ]),
    )
  const expected = Object.fromEntries(Object.entries(WAYS).map(([what, { now }]) => [what, now]))
  expect(found(rounds.at(-1)?.returned ?? [])).toEqual(expected)
  expect(found(rejected)).toEqual(expected)
})

test('an agent that only renames the file reads where the part is by now, and is stopped the second time', async () => {
  const house = await aHouse()
  const rounds = [{ 'a.ts': HELPER }, { 'a.ts': null, 'b.ts': HELPER }, { 'b.ts': null, 'c.ts': HELPER }]
  const { id, job, heard, resume } = await offered(house, { main: {}, rounds })
  await review(house, id, { answer: 'request_changes', verdicts: await noTo(house, id, ['a.ts']) })
  await resume()
  await review(house, id, { answer: 'request_changes', text: 'It is still there.' })
  await resume()
  const quote = HELPER.split('\n')
    .slice(0, -1)
    .map((text) => `+${text}`)
  expect(heard.at(-1)?.rejected).toMatchObject([
    { path: 'b.ts', was: 'a.ts', returned: true, reason: 'Nobody asked for it.', quote },
  ])
  await review(house, id, { answer: 'request_changes', text: 'Please take it out.' })
  expect((await house.desk.job(job)).job).toMatchObject({ status: 'stopped' })
  const reason = 'What was rejected came back unchanged 2 times: part 1 of 1 of c.ts.'
  expect((await house.log('job_moved', job)).at(-1)).toMatchObject({ data: { reason } })
})
