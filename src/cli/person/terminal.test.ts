import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { Io } from '../io.ts'
import { askLine, confirm, readKey } from './terminal.ts'

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

test('the Enter after a yes is not taken for an empty passphrase', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  const io = { stdin, stdout: new PassThrough() } as unknown as Io
  const sure = confirm(io, 'Approve?')
  stdin.write('y')
  expect(await sure).toBe(true)
  const passphrase = askLine(io, 'Your passphrase:', { secret: true })
  stdin.write('\r')
  stdin.write('open sesame\r')
  expect(await passphrase).toBe('open sesame')
})

test('what was typed before a question stood there is no answer to it', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined, fd: 0 })
  const stdout = new PassThrough()
  stdin.write('y')
  const sure = confirm({ stdin, stdout } as unknown as Io, 'Approve?')
  await once(stdout, 'readable')
  stdin.write('n')
  expect(await sure).toBe(false)
})

test('one press of several keys answers one question', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  const io = { stdin, stdout: new PassThrough() } as unknown as Io
  const sure = confirm(io, 'Approve the first?')
  stdin.write('yy')
  expect(await sure).toBe(true)
  const next = confirm(io, 'Approve the second?')
  stdin.write('n')
  expect(await next).toBe(false)
})

test('a line that is no secret may be empty', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  const line = askLine({ stdin, stdout: new PassThrough() } as unknown as Io, 'Why?')
  stdin.write('\r')
  expect(await line).toBe('')
})
