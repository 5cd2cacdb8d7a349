import { expect, test } from 'vitest'
import { AgentName } from './agent-name.ts'

test.for([
  ['mailer', true],
  ['Größe 名前 مرسل', true],
  ["O'Neil <b>", true],
  ['', false],
  [' ', false],
  ['mailer ', false],
  ['mai\u200bler', false],
  ['mai\u202eler', false],
  ['mai\u00a0ler', false],
  ['mai\nler', false],
  ['\u2800', false],
] as const)('%j as the name of an agent: %s', ([name, fits]) => {
  expect(AgentName.safeParse(name).success).toBe(fits)
})
