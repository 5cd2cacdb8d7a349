import { expect, test } from 'vitest'
import type { LogEntry } from '../../src/engine/ports.ts'
import type { Attempt } from '../../src/model/attempt.ts'
import { flawsAfterKill, flawsAfterOpening, flawsAfterRecovery } from './checks.ts'
import type { Evidence } from './evidence.ts'
import type { MainCommit } from './main-commits.ts'
import { ADDED } from './paper.ts'
import { flawsOfMain, flawsOfPaper } from './paper-checks.ts'
import { PLANNED } from './program.ts'
import { nameOf } from './told.ts'

const entry = (seq: number, type: string, given: Partial<LogEntry> = {}): LogEntry => ({
  seq,
  tenant: 'local',
  job: 'job-1',
  checkpoint: 'chk-1',
  type,
  at: `2026-05-04T12:00:0${seq}.000Z`,
  actor: '{}',
  data: '{}',
  ...given,
})

const attempt = (given: Partial<Attempt> = {}): Attempt =>
  ({
    id: 'att-1',
    key: 'letter',
    content: { args: { to: 'letter' } },
    status: 'claimed',
    idempotent: false,
    settled_by: null,
    ...given,
  }) as Attempt

/** A folder in which a letter was claimed, sent, and not recorded. */
const evidence = (given: Partial<Evidence> = {}): Evidence => ({
  told: [{ told: 'appended', last: 1, events: [nameOf(entry(1, 'checkpoint_resolved'))] }],
  log: [entry(1, 'checkpoint_resolved')],
  chain: { ok: true, events: 1, links: 1, head: null, keys: [] },
  integrity: 'ok',
  rows: {},
  folded: {},
  attempts: [attempt()],
  due: [],
  acts: [['letter', 'att-1']],
  main: [],
  steps: 1,
  ...given,
})

test('a folder in which everything is as it has to be has no flaw', () => {
  expect(flawsAfterKill(evidence())).toEqual([])
})

test.for<[string, Partial<Evidence>, string]>([
  ['a damaged file', { integrity: 'row 3 missing' }, 'The file is damaged: row 3 missing'],
  [
    'a broken chain',
    { chain: { ok: false, flaw: 'link_broken', first: 1, last: 1, message: 'No.', others: [], more: 0 } },
    'The chain is broken: No.',
  ],
  ['rows beside the log', { rows: { 'jobs/1': {} } }, 'The rows are not those that the log makes.'],
  ['a lost write', { log: [] }, 'The acknowledged event 1 is not in the log.'],
  [
    'a write that came twice',
    {
      log: [entry(1, 'x'), entry(2, 'x', { at: entry(1, 'x').at })],
      told: [{ told: 'appended', last: 1, events: [nameOf(entry(1, 'x'))] }],
    },
    'The acknowledged event 1 is in the log twice.',
  ],
  [
    'an effect that comes back',
    { told: [{ told: 'effect_ended', id: 'sweep:1' }], due: ['sweep:1'] },
    'The effect sweep:1 ended and is due again.',
  ],
  ['an act before its claim', { attempts: [] }, 'letter was done without a claim.'],
  ['an act done twice', { acts: Array(2).fill(['letter', 'att-1']) }, 'letter was done 2 times, under 1 keys.'],
  [
    'an act repeated under another key',
    {
      attempts: [attempt({ key: 'parcel', idempotent: true }), attempt({ id: 'att-2' as Attempt['id'] })],
      acts: [
        ['parcel', 'att-1'],
        ['parcel', 'att-2'],
      ],
    },
    'parcel was done 2 times, under 2 keys.',
  ],
  [
    'a false record',
    { attempts: [attempt({ status: 'succeeded' })], acts: [] },
    'letter is recorded as done and was not.',
  ],
  [
    'two answers to one question',
    { log: [entry(1, 'checkpoint_resolved'), entry(2, 'checkpoint_resolved')] },
    'checkpoint_resolved of chk-1 2 times.',
  ],
  [
    'an outcome that the log does not know',
    { told: [{ told: 'outcome', outcome: { key: 'letter', status: 'succeeded', value: null } }] },
    'The agent was told that letter is done, and it is not.',
  ],
])('%s is seen', ([, given, flaw]) => {
  expect(flawsAfterKill(evidence(given))).toEqual([flaw])
})

test('after somebody has opened the folder, whatever is unknown is in doubt, and nothing was done by itself', () => {
  const doubted = evidence({ attempts: [attempt({ status: 'in_doubt' })] })
  expect(flawsAfterOpening(evidence(), doubted)).toEqual([])
  expect(flawsAfterOpening(evidence(), evidence())).toEqual([
    'Nobody knows whether letter was done, and it is not in doubt.',
  ])
  expect(flawsAfterOpening(evidence({ acts: [] }), doubted)).toEqual(['Opening the folder did something in the world.'])
})

test('in the end everybody hears what is true, and nothing is left over', () => {
  const outcomes = PLANNED.map(({ key, answer }) => {
    const status = answer === 'reject' ? 'rejected' : key === 'letter' ? 'succeeded' : 'failed'
    return { key, status, value: null } as const
  })
  const end = evidence({ attempts: [attempt({ status: 'succeeded' })] })
  expect(flawsAfterRecovery(end, end, outcomes)).toEqual([])
  expect(flawsAfterRecovery(end, { ...end, due: ['sweep:9'] }, outcomes)).toEqual([
    'The effect sweep:9 was never done.',
  ])
  const planned = { ...end, log: [...end.log, entry(3, 'step_recorded')] }
  expect(flawsAfterRecovery(planned, { ...planned, steps: 2 }, outcomes)).toEqual(['A recorded step ran again.'])
  expect(flawsAfterRecovery(end, end, [])).toHaveLength(PLANNED.length)
})

const said = (seq: number, type: string, data: object) => entry(seq, type, { data: JSON.stringify(data) })
const onMain = (subject: string, at: number): MainCommit => ({
  ...{ subject, commit: `c${at}`, tree: `t${at}`, parent: `c${at - 1}`, files: [ADDED] },
})

/** A paper whose outline was approved, and whose text nobody had to look at. */
const paper = (given: Partial<Evidence> = {}): Evidence => ({
  ...evidence({ told: [] }),
  main: [onMain('The text', 2), onMain('The outline', 1), onMain('Begin', 0)],
  log: [
    said(1, 'round_pushed', { round: { by: { kind: 'person' } } }),
    said(2, 'merge_claimed', { pull: 'p1', tree: 't1', base: 'c0', permit: { by: 'checkpoint', checkpoint: 'k' } }),
    said(3, 'pull_merged', { commit: 'c1' }),
    said(4, 'merge_claimed', { pull: 'p2', tree: 't2', base: 'c1', permit: { by: 'policy' } }),
    said(5, 'pull_merged', { commit: 'c2' }),
  ],
  rows: { 'checkpoints/k': { status: 'approved', content: { tree: 't1', base_commit: 'c0' } } },
  ...given,
})
const without = (...seqs: number[]) => paper().log.filter(({ seq }) => !seqs.includes(seq))

test.for<[string, Partial<Evidence>, string]>([
  [
    'a merge that nobody permitted',
    { log: without(4, 5) },
    'main moved to The text, which nobody had permitted as it is.',
  ],
  [
    'a merge of another tree than was approved',
    { rows: { 'checkpoints/k': { status: 'approved', content: { tree: 't9', base_commit: 'c0' } } } },
    'The merge of p1 was not approved.',
  ],
  ['a merge that is not there', { main: paper().main.slice(1) }, 'c2 is recorded as merged and is not on main.'],
  [
    'a merge that is told twice',
    { log: [...paper().log, said(6, 'pull_merged', { commit: 'c2' })] },
    'c2 is recorded twice.',
  ],
])('%s is seen', ([, given, flaw]) => {
  expect(flawsOfMain(paper())).toEqual([])
  expect(flawsOfMain(paper(given))).toEqual([flaw])
})

test('in the end every phase is on main once, with what a person added, and the log says so', () => {
  expect(flawsOfPaper(paper())).toEqual([])
  expect(flawsOfPaper(paper({ log: without(5) }))).toEqual(['Nobody said that The text is merged.'])
  expect(flawsOfPaper(paper({ log: without(1) }))).toEqual(['What a person added has joined 0 times.'])
  expect(flawsOfPaper(paper({ main: paper().main.slice(1) }))).toEqual(['main holds Begin, The outline.'])
  const emptied = paper().main.map((commit) => ({ ...commit, files: [] }))
  expect(flawsOfPaper(paper({ main: emptied }))).toEqual(['What a person added is lost.'])
})
