import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { Io } from '../io.ts'
import { pageOf } from './page.ts'

test.for([
  ['a pipe', { terminal: {}, environment: {} }, 'word', 100],
  ['a terminal', { terminal: { isTTY: true, columns: 80 }, environment: {} }, '\u001b[31mword\u001b[39m', 80],
  ['NO_COLOR', { terminal: { isTTY: true, columns: 80 }, environment: { NO_COLOR: '1' } }, 'word', 80],
  ['a dumb terminal', { terminal: { isTTY: true, columns: 80 }, environment: { TERM: 'dumb' } }, 'word', 80],
  [
    'a terminal that says nothing',
    { terminal: { isTTY: true, columns: 0 }, environment: { NO_COLOR: '1' } },
    'word',
    100,
  ],
  ['a very wide terminal', { terminal: { isTTY: true, columns: 400 }, environment: { NO_COLOR: '1' } }, 'word', 140],
  ['a very narrow terminal', { terminal: { isTTY: true, columns: 4 }, environment: { NO_COLOR: '1' } }, 'word', 40],
] as const)('%s', ([, { terminal, environment }, word, width]) => {
  const stream = () => new PassThrough()
  const io: Io = {
    stdin: stream(),
    stderr: stream(),
    folder: '/',
    stdout: Object.assign(stream(), terminal),
    environment,
  }
  const page = pageOf(io)
  expect(page.paint('red', 'word')).toBe(word)
  expect(page.width).toBe(width)
})
