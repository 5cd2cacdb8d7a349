import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../model/errors.ts'
import type { Io } from '../io.ts'

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
const BACKSPACE = new Set(['\u0008', '\u007f'])
const ENTER = new Set(['\r', '\n'])

/** Whether a person sits there who can be asked. */
export function isTerminal({ stdin, stdout }: Io): boolean {
  return stdin.isTTY === true && stdout.isTTY === true
}

/** The next key that a person presses; Ctrl-C when the input has ended, or when nobody waits for a key any more. */
export function readKey(io: Io, over?: Promise<unknown>): Promise<string> {
  return unechoed(io, () => nextKey(io, { over }))
}

/** Keeps keys off the page for as long as the work takes, so that nothing typed in between is shown. */
async function unechoed<Result>({ stdin }: Io, work: () => Promise<Result>): Promise<Result> {
  stdin.setRawMode?.(true)
  try {
    return await work()
  } finally {
    stdin.setRawMode?.(false)
  }
}

/** Until when a key is waited for, and whether it is the answer to a question that stands there alone. */
interface Waiting {
  readonly over?: Promise<unknown> | undefined
  readonly alone?: boolean
}

function nextKey({ stdin }: Io, { over, alone = false }: Waiting = {}): Promise<string> {
  if (stdin.readableEnded) return Promise.resolve(CTRL_C)
  const { promise, resolve } = Promise.withResolvers<string>()
  const onData = (data: Buffer | string) => {
    const [key = '', ...rest] = keysOf(data.toString())
    finish(key)
    // What was typed ahead belongs to the next question, unless nobody could have read that.
    if (rest.length > 0 && !alone) stdin.unshift(Buffer.from(rest.join('')))
  }
  const onEnd = () => finish(CTRL_C)
  const finish = (key: string) => {
    stdin.off('data', onData).off('end', onEnd)
    stdin.pause()
    resolve(key)
  }
  stdin.on('data', onData).on('end', onEnd)
  stdin.resume()
  // Whoever still listens keeps the process, and its terminal without an echo.
  void over?.then(onEnd)
  return promise
}

/** Keys that write several characters, such as arrows, stay in one piece. */
function keysOf(text: string): readonly string[] {
  return text.startsWith('\u001b') ? [text] : [...text]
}

/** Asks for a yes; everything else is a no. What was typed before it stood there is neither: nobody has seen yet what it is about. */
export async function confirm(io: Io, question: string): Promise<boolean> {
  await forgetTyped(io)
  io.stdout.write(`${question} [y/N] `)
  const key = await unechoed(io, () => nextKey(io, { alone: true }))
  const yes = key === 'y' || key === 'Y'
  io.stdout.write(yes ? 'yes\n' : 'no\n')
  return yes
}

/** How long a terminal takes to hand over what it has. */
const HANDED_OVER_MS = 30

/** Only a terminal of the system has keys before somebody waits for one; what a program hands in comes when it is asked for. */
async function forgetTyped(io: Io): Promise<void> {
  const { stdin } = io
  if (stdin.isTTY !== true || !('fd' in stdin)) return
  await unechoed(io, async () => {
    const forget = () => undefined
    stdin.on('data', forget).resume()
    await sleep(HANDED_OVER_MS)
    stdin.off('data', forget).pause()
  })
}

/** One line that a person types; what is secret is not shown. Throws when they change their mind. */
export function askLine(io: Io, question: string, { secret = false } = {}): Promise<string> {
  io.stdout.write(`${question} `)
  const show = (text: string) => void (secret || io.stdout.write(text))
  return unechoed(io, async () => {
    let line = ''
    for (;;) {
      const key = await nextKey(io)
      // Nobody's secret is empty: that Enter belongs to the question before, which was answered by its key alone.
      if (secret && line === '' && ENTER.has(key)) continue
      if (isLast(key)) io.stdout.write('\n')
      if (ENTER.has(key)) return line
      if (isLast(key)) throw new AppError('not_authorised', [], { message: 'Nothing was changed.' })
      if (BACKSPACE.has(key) && line !== '') {
        line = [...line].slice(0, -1).join('')
        show('\b \b')
      } else if (isPlain(key)) {
        line += key
        show(key)
      }
    }
  })
}

/** Whether a line ends with it, or whoever types it changes their mind. */
function isLast(key: string): boolean {
  return ENTER.has(key) || key === CTRL_C || key === CTRL_D
}

function isPlain(key: string): boolean {
  return key >= ' ' && !BACKSPACE.has(key) && !key.startsWith('\u001b')
}
