import { expect, onTestFinished, test, vi } from 'vitest'
import { OpenGit } from './open-git.ts'
import { startProgram } from './process/start-program.ts'

/** Repeats every line but `hang`, of which it answers a part and no more. */
const ECHO = 'while read -r line; do echo "$line"; if [ "$line" = hang ]; then sleep 60; fi; echo end; done'

function anOpenGit(): OpenGit {
  const env = { PATH: process.env['PATH'] ?? '' }
  const open = new OpenGit((args) => startProgram({ path: '/bin/sh', args, cwd: '/', env }), ['-c', ECHO])
  onTestFinished(() => open.close())
  return open
}

const ask = (open: OpenGit, line: string) => open.ask([Buffer.from(`${line}\n`)], { line: 'end' })

test('one that does not answer in time is given up, and the next question is answered by another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const open = anOpenGit()
  expect(await ask(open, 'one')).toEqual({ ok: true, lines: ['one'] })
  const hanging = ask(open, 'hang').catch((error) => error)
  const after = ask(open, 'two')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await hanging).toMatchObject({ code: 'git_timeout' })
  expect(await after).toEqual({ ok: true, lines: ['two'] })
})

test('questions that are asked at once are answered in turn', async () => {
  const open = anOpenGit()
  const answers = await Promise.all(['one', 'two', 'three'].map((line) => ask(open, line)))
  expect(answers).toEqual(['one', 'two', 'three'].map((line) => ({ ok: true, lines: [line] })))
})

test('one that can not be started says so each time', async () => {
  const open = new OpenGit((args) => startProgram({ path: '/nowhere/git', args, cwd: '/', env: {} }), [])
  for (const line of ['one', 'two']) await expect(ask(open, line)).rejects.toMatchObject({ code: 'git_missing' })
})

const line = (said: string) => ({ input: [Buffer.from(`${said}\n`)], end: { line: 'end' } })

test('nobody is answered between two questions that are asked as one', async () => {
  const open = anOpenGit()
  const heard: string[] = []
  const twice = open.askTwice(line('one'), async () => {
    heard.push('between')
    return line('two')
  })
  const other = ask(open, 'three').then(() => heard.push('three'))
  expect(await twice).toEqual({ ok: true, lines: ['two'] })
  heard.push('two')
  await other
  expect(heard).toEqual(['between', 'two', 'three'])
})

test('where the one that answered the first is gone, another is not asked the second', async () => {
  const env = { PATH: process.env['PATH'] ?? '' }
  const children: ReturnType<typeof startProgram>[] = []
  const start = (args: readonly string[]) => {
    const child = startProgram({ path: '/bin/sh', args, cwd: '/', env })
    children.push(child)
    return child
  }
  const open = new OpenGit(start, ['-c', ECHO])
  onTestFinished(() => open.close())
  const twice = open.askTwice(line('one'), async () => {
    const gone = new Promise<void>((resolve) => children[0]?.onClose(() => resolve()))
    children[0]?.stop()
    await gone
    return line('two')
  })
  expect(await twice).toMatchObject({ ok: false })
  expect(children).toHaveLength(1)
  expect(await ask(open, 'three')).toEqual({ ok: true, lines: ['three'] })
})
