import { expect, test } from 'vitest'
import type { CheckpointView } from '../../compose.ts'
import { ReviewTerms } from '../../model/checkpoint.ts'
import { PersonId } from '../../model/ids.ts'
import { termsRows } from './terms-rows.ts'

const PAGE = { width: 100, paint: (_format: unknown, text: string) => text, spell: (text: string) => text }

interface Held {
  readonly terms: object
  readonly may: readonly string[]
  readonly by?: readonly string[]
}

function rowsOf({ terms, may, by = [] }: Held): Readonly<Record<string, string>> {
  const checkpoint = { status: 'pending', deadline: null, terms: ReviewTerms.parse(terms) }
  const people = (names: readonly string[]) => names.map((name) => PersonId.parse(name))
  const view = { checkpoint, approvers: people(may), approved_by: people(by) } as unknown as CheckpointView
  return Object.fromEntries(termsRows(view, PAGE))
}

test('an approval that too few people can give says so, and what helps', () => {
  const terms = { quorum: 2, approvers: ['rob', 'eve'] }
  expect(rowsOf({ terms, may: ['rob'], by: ['rob'] })['approvals']).toBe(
    '1 of 2: rob. Too few may: Nobody but rob, eve was named. Reject it or ask for changes, so that the agent can ask others.',
  )
  expect(rowsOf({ terms: { quorum: 2 }, may: ['rob'] })['approvals']).toContain('leeway people add NAME.')
})

test('nothing is said of who is missing while enough people may', () => {
  expect(rowsOf({ terms: { quorum: 2 }, may: ['rob', 'eve'], by: ['rob'] })['approvals']).toBe('1 of 2: rob')
})

test.for([
  ['anybody', [], 'Let somebody in: leeway people add NAME.'],
  ['an administrator', ['role:admin'], 'Let somebody in: leeway people add NAME --role admin.'],
  ['somebody by name', ['eve'], 'Nobody but eve was named.'],
] as const)('where nobody can approve what %s may, the way out fits', ([, approvers, way]) => {
  expect(rowsOf({ terms: { approvers }, may: [] })['who can']).toContain(way)
})
