import { expect, test } from 'vitest'
import { MOST_SEARCHED, secretFinding, secretInMessage } from './secret-finding.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
// Put together here, so that no scanner takes it for a real one.
const TOKEN = `ghp_${'a1B2'.repeat(9)}`

test('a secret in a file is named with its line, and is not repeated', () => {
  const found = secretFinding(bytes('a/.env'), bytes(`one\ntwo\nTOKEN=${TOKEN}\n`))
  expect(found).toMatchObject({ code: 'literal_secret', path: 'a/.env', refused: true })
  expect(found?.message).toMatch(/^Line 3 looks like a GitHub token\./)
  expect(JSON.stringify(found)).not.toContain(TOKEN)
  expect(secretInMessage(`Fix it\n\n${TOKEN}`)).toMatch(/^Line 3 of the message looks like a GitHub token\./)
})

test('a secret is found in two bytes a letter, and behind a zero that was put there', () => {
  const key = `${['-----BEGIN', 'PRIVATE KEY-----'].join(' ')}\n${'a1B2'.repeat(12)}\n`
  for (const secret of [TOKEN, key]) {
    expect(secretFinding(bytes('a'), Buffer.from(`\uFEFFone\n${secret}`, 'utf16le'))?.message).toMatch(/^Line 2 looks/)
    expect(secretFinding(bytes('a'), bytes(`\0one\n${secret}`))?.message).toMatch(/^Line 2 looks/)
  }
})

test('a program that looks for secrets is none', () => {
  const words = [['-----BEGIN', 'PRIVATE KEY-----'].join(' '), ['http://%s', '%s@%s'].join(':')]
  expect(secretFinding(bytes('a'), bytes(`\x7fELF\0${words.join('\0')}\0`))).toBeUndefined()
})

test('what holds no secret or is very large is not refused', () => {
  expect(secretFinding(bytes('a'), bytes('one\ntwo\n'))).toBeUndefined()
  expect(secretFinding(bytes('a'), bytes(`${TOKEN}\n`.padEnd(MOST_SEARCHED + 1)))).toBeUndefined()
  expect(secretInMessage('Write the plan')).toBeUndefined()
})
