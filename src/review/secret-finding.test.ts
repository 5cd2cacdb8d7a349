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

test('what holds no secret, is no text or is very large is not refused', () => {
  expect(secretFinding(bytes('a'), bytes('one\ntwo\n'))).toBeUndefined()
  expect(secretFinding(bytes('a'), bytes(`\0${TOKEN}`))).toBeUndefined()
  expect(secretFinding(bytes('a'), bytes(`${TOKEN}\n`.padEnd(MOST_SEARCHED + 1)))).toBeUndefined()
  expect(secretInMessage('Write the plan')).toBeUndefined()
})
