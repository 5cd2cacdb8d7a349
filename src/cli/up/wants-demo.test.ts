import { Readable, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { aHouse } from '../../testing/house.ts'
import type { Io } from '../io.ts'
import { wantsDemo } from './wants-demo.ts'

/** A terminal at which somebody presses these keys. */
function aTerminal(...keys: readonly string[]) {
  let shown = ''
  const stdout = new Writable({
    write: (chunk, _encoding, done) => {
      shown += String(chunk)
      done()
    },
  })
  const io: Io = {
    stdin: Object.assign(Readable.from(keys), { isTTY: true, setRawMode: () => undefined }),
    stdout: Object.assign(stdout, { isTTY: true, columns: 80 }),
    stderr: stdout,
    environment: {},
    folder: '/',
  }
  return { io, shown: () => shown }
}

test('on first start it is offered, and begins only when somebody says yes', async () => {
  const { desk } = await aHouse()
  const offered = aTerminal('y')
  expect(await wantsDemo({}, desk, offered.io)).toBe(true)
  expect(offered.shown()).toContain('Nothing has happened here yet.')
  expect(await wantsDemo({}, desk, aTerminal('n').io)).toBe(false)
})

test('what the command line says is not asked', async () => {
  const { desk } = await aHouse()
  const { io, shown } = aTerminal('n')
  expect(await wantsDemo({ demo: true }, desk, io)).toBe(true)
  expect(await wantsDemo({ 'no-demo': true }, desk, io)).toBe(false)
  expect(shown()).toBe('')
})

test('a folder in which work was done is not asked about a demo', async () => {
  const house = await aHouse()
  const job = await (await house.open()).job()
  await job.finish()
  const { io, shown } = aTerminal('y')
  expect(await wantsDemo({}, house.desk, io)).toBe(false)
  expect(shown()).toBe('')
})
