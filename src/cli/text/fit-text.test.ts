import { expect, test } from 'vitest'
import { fitText } from './fit-text.ts'

const fitted = (text: string, width = 40) => fitText(text, width)

test('what fits stays as it is', () => {
  expect(fitted('Begin here: leeway login')).toEqual(['Begin here: leeway login'])
})

test('prose is broken between words', () => {
  expect(fitted('Signed out, nobody could let you or anybody else in again.')).toEqual([
    'Signed out, nobody could let you or',
    'anybody else in again.',
  ])
})

test.for(['leeway', 'npx leeway', 'npm run -s leeway --', 'npm --prefix /a/b run -s leeway --'])(
  'a command stays whole where it is called as %s',
  (own) => {
    const command = `${own} login --token-file a-long-name-of-a.file`
    expect(fitted(`They put it into a file and say: ${command}`)).toEqual([
      'They put it into a file and say:',
      `  ${command}`,
    ])
  },
)

test('several commands have a line each, and what stands between them goes on', () => {
  const text =
    'Take it with you: leeway logout --token-file FILE. Or let in another: leeway people add NAME --role admin'
  expect(fitted(text, 60)).toEqual([
    'Take it with you:',
    '  leeway logout --token-file FILE',
    'Or let in another:',
    '  leeway people add NAME --role admin',
  ])
})

test('a dot in a name ends no command', () => {
  expect(fitted('Verify it anywhere later on: leeway audit verify --file /tmp/log.jsonl')).toEqual([
    'Verify it anywhere later on:',
    '  leeway audit verify --file /tmp/log.jsonl',
  ])
})

test('code in a sentence is not broken, and what only looks like a command is prose', () => {
  expect(fitted('Set a passphrase once with `leeway login --passphrase`, and answer.')).toEqual([
    'Set a passphrase once with',
    '`leeway login --passphrase`, and answer.',
  ])
  expect(fitted('Here is what we think of it: leeway is what an agent gets.')).toEqual([
    'Here is what we think of it: leeway is',
    'what an agent gets.',
  ])
})

test('lines that are there stay', () => {
  expect(fitted('one\n\ntwo')).toEqual(['one', '', 'two'])
})
