import { expect, test } from 'vitest'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { aHouse } from '../../src/testing/house.ts'
import { git, held } from './held-plan.ts'

const work: PhaseWork = async (workspace) => {
  await workspace.step('write', (files) => {
    files.write('plan.md', 'one\ntwo\nthree\n')
    files.write('other.md', 'as it was\n')
  })
  return {}
}

/** Somebody edits in round 1 while another commit arrives. */
async function moved(changes: Readonly<Record<string, string | null>>) {
  const house = await aHouse()
  const { pull } = await held(house, work)
  if (pull === undefined) throw new Error('Nothing is held.')
  const second = await house.desk.pulls.commit({ pull: pull.id, head: pull.head, changes })
  const edit = (head: string) =>
    house.desk.pulls.commit({ pull: pull.id, head, changes: { 'plan.md': 'one\nTWO\nthree\n' } })
  return { house, pull, second, edit }
}

test('an edit of a file that a push did not touch is committed on what stands there by now', async () => {
  const { house, pull, second, edit } = await moved({ 'other.md': 'as it is\n' })
  const third = await edit(pull.head)
  expect(third.round).toBe(3)
  expect(git(house, 'rev-parse', `${third.head}^`).trim()).toBe(second.head)
  expect(git(house, 'show', `${third.head}:other.md`)).toBe('as it is\n')
  expect(git(house, 'show', `${third.head}:plan.md`)).toBe('one\nTWO\nthree\n')
})

test.for([
  ['changed', { 'plan.md': 'one\ntwo\nthree\nfour\n' }],
  ['taken away', { 'plan.md': null }],
  ['moved', { 'plan.md': null, 'moved.md': 'one\ntwo\nthree\n' }],
] as const)('what the push has %s is not edited over', async ([, changes]) => {
  const { pull, edit } = await moved(changes)
  // Whoever edits in a browser has nothing to fetch.
  const message = '"plan.md" has changed since: round 2 brought it anew. Look at that round'
  await expect(edit(pull.head)).rejects.toMatchObject({ code: 'head_moved', message: expect.stringContaining(message) })
})

test('a commit that was never a round is nothing that somebody could have edited', async () => {
  const { pull, edit } = await moved({ 'other.md': 'as it is\n' })
  await expect(edit(pull.base)).rejects.toMatchObject({ code: 'head_moved' })
})
