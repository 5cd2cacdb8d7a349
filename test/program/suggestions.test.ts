import { expect, test } from 'vitest'
import { Policies } from '../../src/engine/policies.ts'
import { beginThreads } from '../../src/engine/pull/begin-threads.ts'
import { runCommand } from '../../src/engine/run-command.ts'
import { type PullId, ThreadId } from '../../src/model/ids.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { ADA } from '../../src/testing/builders.ts'
import { catalog } from '../../src/testing/catalog.ts'
import { aHouse, type House } from '../../src/testing/house.ts'
import { draft, git, held, review } from './held-plan.ts'

/** A plan, a file that begins with a mark, and one that is in no encoding that we know. */
const work: PhaseWork = async ({ step }) => {
  await step('write', (files) => {
    files.write('plan.md', 'one\ntwo\nthree\n')
    files.write('marked.txt', '\ufefffirst\nsecond\n')
    files.write('latin.txt', new Uint8Array([...Buffer.from('caf'), 0xe9, ...Buffer.from('\nsecond\n')]))
  })
  return undefined
}

const on = (path: string, first: number, line: string): Draft['anchor'] => ({
  ...{ path, side: 'new', kind: 'lines', first, last: first, quote: [line], before: [], after: [] },
})

/** A house with one review that suggests something in every file. */
async function aReviewed(): Promise<{ house: House; id: PullId; head: string }> {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { pull } = await held(house, work)
  if (pull === undefined) throw new Error('There is no pull request.')
  const suggests = (id: string, more: Partial<Draft>) => draft(id, { kind: 'suggestion', ...more })
  await review(house, pull.id, {
    answer: 'comment',
    threads: [
      suggests('plan', { suggestion: 'TWO' }),
      suggests('marked', { anchor: on('marked.txt', 2, 'second'), suggestion: 'SECOND' }),
      suggests('latin', { anchor: on('latin.txt', 2, 'second'), suggestion: 'SECOND' }),
      suggests('words', {}),
    ],
  })
  // What was is empty here, so nobody could have chosen a line of it.
  const was = suggests('was', { anchor: { ...on('plan.md', 2, 'two')!, side: 'old' }, suggestion: 'TWO' })
  const ports = { store: house.store, policies: new Policies(catalog) }
  await runCommand(ports, beginThreads, { pull: pull.id, by: ADA, newest: 1, threads: [was] })
  return { house, id: pull.id, head: pull.head }
}

const ids = (...names: string[]) => names.map((name) => ThreadId.parse(name))

test('suggestions for several files are one commit, and every other byte stays', async () => {
  const { house, id, head } = await aReviewed()
  await house.desk.pulls.commit({ pull: id, head, suggestions: ids('plan', 'marked') })
  expect(git(house, 'log', '--format=%s', `${head}..phase-1-strategic`)).toBe('Apply 2 suggestions\n')
  expect(git(house, 'show', 'phase-1-strategic:plan.md')).toBe('one\nTWO\nthree\n')
  expect(git(house, 'show', 'phase-1-strategic:marked.txt')).toBe('\ufefffirst\nSECOND\n')
})

test.for([
  ['for a file that is not in UTF-8', { suggestions: ids('plan', 'latin') }, 'latin.txt is not in UTF-8'],
  ['for lines that were', { suggestions: ids('plan', 'was') }, 'about lines that were'],
  ['that there are none of', { suggestions: ids('plan', 'words') }, 'words suggests nothing'],
  ['for a file that is written anew', { suggestions: ids('plan'), changes: { 'plan.md': 'x' } }, 'Take one'],
] as const)('suggestions %s are refused, with all others', async ([, given, why]) => {
  const { house, id, head } = await aReviewed()
  await expect(house.desk.pulls.commit({ pull: id, head, ...given })).rejects.toThrow(why)
  expect(git(house, 'rev-parse', 'phase-1-strategic').trim()).toBe(head)
  const { threads } = await house.desk.pulls.read(id)
  expect(threads.every(({ applied }) => applied === null)).toBe(true)
})
