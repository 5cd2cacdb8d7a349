import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { buffer, text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { aFolder } from '../../testing/folder.ts'
import type { Running, ToStart } from './running.ts'
import { startHere } from './start-here.ts'
import { Starter } from './starter.ts'

const OWN_PROGRAM = new URL('../../testing/using-starter.ts', import.meta.url)
const MEGABYTE = 1024 * 1024

const shell = (script: string, more: Partial<ToStart> = {}): ToStart => ({
  path: '/bin/sh',
  args: ['-c', script],
  cwd: '/',
  env: { PATH: '/usr/bin:/bin' },
  ...more,
})

/** A starter that is there, for whoever starts something before would have it started from here. */
async function aStarter(): Promise<Starter> {
  const starter = new Starter()
  starter.start(shell('true'))
  await expect.poll(() => starter.isReady).toBe(true)
  return starter
}

const WAYS = [
  { way: 'here', open: async () => startHere },
  {
    way: 'by the starter',
    open: async () => {
      const starter = await aStarter()
      return (toStart: ToStart) => starter.start(toStart)
    },
  },
] as const

const endOf = (running: Running) =>
  new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    running.onClose((code, signal) => resolve({ code, signal })),
  )

/** One that has ended stays in the list of processes until somebody asks how, which for an orphan may take a second. */
const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch (error) {
    // Where there is no such file at all, the signal has said it.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync('/proc/self/stat')
  }
}

test.for(WAYS)('$way: what a program writes and how it ends is told, and it sees nothing of ours', async ({ open }) => {
  const start = await open()
  const folder = aFolder()
  const running = start(shell('cat; pwd; env; echo wrong >&2; exit 3', { cwd: folder, env: { WORD: 'a b' } }))
  running.stdin.end('in ')
  const [out, err, end] = await Promise.all([text(running.stdout), text(running.stderr), endOf(running)])
  expect(out.split('\n')[0]).toBe(`in ${folder}`)
  expect(out).toContain('WORD=a b')
  expect(out).not.toMatch(/NODE_|HOME=|USER=/)
  expect(err).toBe('wrong\n')
  expect(end).toEqual({ code: 3, signal: null })
  expect(running.hasEnded).toBe(true)
})

test.for(WAYS)('$way: megabytes go in and come out whole, however slowly they are read', async ({ open }) => {
  const start = await open()
  const sent = Buffer.alloc(12 * MEGABYTE, 'All work and no play. ')
  const running = start(shell('cat'))
  running.stdin.write(sent.subarray(0, MEGABYTE))
  running.stdin.end(sent.subarray(MEGABYTE))
  await once(running.stdout, 'readable')
  // Nobody reads for a while: it waits, and nothing is lost over it.
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(running.stdout.readableLength).toBeLessThan(3 * MEGABYTE)
  expect((await buffer(running.stdout)).equals(sent)).toBe(true)
})

test.for(WAYS)('$way: whoever stops reading keeps no program standing still', async ({ open }) => {
  const running = (await open())(shell('head -c 20000000 /dev/zero; exit 7'))
  const end = endOf(running)
  await once(running.stdout, 'data')
  running.stdout.destroy()
  expect([7, 141, null]).toContain((await end).code)
})

test.for(WAYS)('$way: a program that is not there is told of', async ({ open }) => {
  const running = (await open())(shell('', { path: '/no/such/program' }))
  expect(await new Promise<Error>((resolve) => running.onError(resolve))).toMatchObject({
    message: expect.stringContaining('ENOENT'),
  })
})

test.for(WAYS)('$way: stopping ends a program and what it has started itself', async ({ open }) => {
  const running = (await open())(shell('sleep 60 & echo $!; wait'))
  const [line] = (await once(running.stdout, 'data')) as [Buffer]
  const end = endOf(running)
  running.stop()
  expect(await end).toEqual({ code: null, signal: 'SIGKILL' })
  await expect.poll(() => isThere(Number(line.toString()))).toBe(false)
  running.stop()
})

test.for(WAYS)('$way: who ends without reading its input closes it', async ({ open }) => {
  const running = (await open())(shell('exec 0<&-; exit 0'))
  const end = endOf(running)
  running.stdin.write(Buffer.alloc(4 * MEGABYTE))
  expect(await end).toMatchObject({ code: 0 })
  await expect.poll(() => running.stdin.destroyed).toBe(true)
})

test('the starter starts them from another process than ours, until one of the two ends', async () => {
  const starter = await aStarter()
  const parent = async () => Number(await text(starter.start(shell('echo $PPID')).stdout))
  const first = await parent()
  expect(first).not.toBe(process.pid)
  expect(await parent()).toBe(first)

  const cut = starter.start(shell('sleep 60'))
  const end = endOf(cut)
  process.kill(first, 'SIGKILL')
  expect(await end).toEqual({ code: null, signal: 'the process that had started it ended' })
  // Nobody waits for another starter: until it is there, programs are started from here.
  expect(await parent()).toBe(process.pid)
  await expect.poll(() => starter.isReady).toBe(true)
  expect([first, process.pid]).not.toContain(await parent())
})

test('where no starter can be started, programs are started from here all the same', async () => {
  const starter = new Starter(new URL('file:///no/such/starter.js'))
  const run = async () => (await text(starter.start(shell('echo $PPID')).stdout)).trim()
  expect(await run()).toBe(String(process.pid))
  // Long enough for it to fail, after which nobody tries again.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await run()).toBe(String(process.pid))
  expect(starter.isReady).toBe(false)
})

test('a process ends while its programs wait for questions, and its starter with it, even when it is killed', async () => {
  for (const how of ['ends', 'is killed'] as const) {
    const user = spawn(process.execPath, [OWN_PROGRAM.pathname], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void user.kill('SIGKILL'))
    const ended = once(user, 'exit')
    const [line] = (await once(user.stdout, 'data')) as [Buffer]
    const [starter = 0, waiting = 0] = line.toString().trim().split(' ').map(Number)
    expect(isThere(starter)).toBe(true)
    if (how === 'is killed') user.kill('SIGKILL')
    else user.stdin.end()
    await ended
    await expect.poll(() => [isThere(starter), isThere(waiting)]).toEqual([false, false])
  }
})
