import { expect, test } from 'vitest'
import { readScope, scopeName, scopeText } from './halt-scope.ts'

test.for(['all', 'agent:mailer', 'agent:a:b', 'tenant:acme'])('%s is read from an address as it is written', (text) => {
  expect(scopeText(readScope(text) ?? { of: 'all', name: 'nothing' })).toBe(text)
})

test.for([undefined, 3, '', 'agent', 'agent:', 'job:x'])('%j in an address says nothing', (text) => {
  expect(readScope(text)).toBeUndefined()
})

test('a name with characters that nobody sees is told with them', () => {
  expect(scopeName({ of: 'agent', name: 'mai\u200bler' })).toBe('agent mai[ZWSP]ler')
})
