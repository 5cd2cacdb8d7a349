import { expect, test } from 'vitest'
import { takesGrant } from './takes-grant.ts'

const asked = (tool: string | undefined, terms: object, approved_by: readonly string[] = []) =>
  ({ checkpoint: { content: { tool }, terms: { irreversible: false, quorum: 1, ...terms } }, approved_by }) as never

test.for([
  ['a call', asked('send_mail', {}), true],
  ['what is no call', asked(undefined, {}), false],
  ['what can’t be undone', asked('bank.transfer', { irreversible: true }), false],
  ['the first of two approvals', asked('send_mail', { quorum: 2 }), false],
  ['the last of two approvals', asked('send_mail', { quorum: 2 }, ['ada']), true],
] as const)('a grant after %s: %#', ([, view, takes]) => {
  expect(takesGrant(view)).toBe(takes)
})
