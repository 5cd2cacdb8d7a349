import { expect, test } from 'vitest'
import { aDraft } from '../../src/testing/pull-world.ts'
import { moveDraft } from './move-draft.ts'

const DRAFT = aDraft('t', { round: 1 })
const OLD = 'one\ntwo\nthree\nfour\n'

test('a draft goes along with its lines, and says of which round they are', () => {
  expect(moveDraft(DRAFT, 2, { old: OLD, now: `zero\n${OLD}` })).toMatchObject({
    ...{ id: 't', text: 'About t', round: 2 },
    anchor: { path: 'plan.md', side: 'new', first: 4, last: 4, quote: ['three'], before: ['zero', 'one', 'two'] },
  })
  expect(moveDraft({ ...DRAFT, anchor: null }, 2, { old: '', now: '' })).toMatchObject({ anchor: null, round: 2 })
})

test.for([
  ['its lines are others', 'one\ntwo\nTHREE\nfour\n'],
  ['its file is gone', null],
] as const)('it stays with the round that it was written of where %s', ([, now]) => {
  expect(moveDraft(DRAFT, 2, { old: OLD, now })).toBeNull()
})
