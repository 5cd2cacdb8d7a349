import { expect, test } from 'vitest'
import { findCommands, firstChosen } from './find-commands.ts'

const run = () => undefined
const COMMANDS = [
  { label: 'Kill switch', hint: 'halt or stop everything', run },
  { label: 'Halt agent mailer…', hint: 'kill switch', isGrave: true, run },
  { label: 'mailer: send_mail', hint: 'chk_1', run },
  { label: 'Offers', hint: 'job of mailer', run },
]

test.for([
  ['mailer', ['mailer: send_mail', 'Offers', 'Halt agent mailer…'], 0],
  ['mailer halt', ['Halt agent mailer…'], -1],
  ['halt', ['Kill switch', 'Halt agent mailer…'], 0],
  ['nobody', [], -1],
  ['', ['Kill switch', 'mailer: send_mail', 'Offers', 'Halt agent mailer…'], 0],
] as const)('what “%s” finds has what is grave behind all else, and never chosen by itself', ([typed, labels, at]) => {
  const found = findCommands(COMMANDS, typed)
  expect(found.map(({ label }) => label)).toEqual(labels)
  expect(firstChosen(found)).toBe(at)
})

test('however much fits, what is grave can be reached', () => {
  const many = Array.from({ length: 100 }, (_, at) => ({ label: `mailer ${at}`, run }))
  expect(findCommands([...COMMANDS, ...many], 'mailer').at(-1)?.label).toBe('Halt agent mailer…')
})
