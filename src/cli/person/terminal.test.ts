import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { Io } from '../io.ts'
import { readKey } from './terminal.ts'

test('when nobody waits for a key any more the terminal is left as it was, and nothing is listened to', async () => {
  const raw: boolean[] = []
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => raw.push(on) })
  const over = Promise.withResolvers<void>()
  const key = readKey({ stdin } as unknown as Io, over.promise)
  expect(raw).toEqual([true])
  over.resolve()
  expect(await key).toBe('\u0003')
  expect(raw).toEqual([true, false])
  expect([stdin.isPaused(), stdin.listenerCount('data')]).toEqual([true, 0])
})

test('a key that is pressed before that is what was pressed', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  const key = readKey({ stdin } as unknown as Io, new Promise(() => undefined))
  stdin.write('l')
  expect(await key).toBe('l')
})
