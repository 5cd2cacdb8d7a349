import type { Io } from '../io.ts'

const QUIT = new Set(['q', 'Q', '\u0003', '\u0004', '\u001b'])
const NEXT = new Set(['\r', '\n', ' ', 'n'])

/** Waits until a person wants to go on (Enter) or has seen enough (q, Escape, Ctrl-C, or the input ends). */
export function nextKey({ stdin }: Io): Promise<'next' | 'quit'> {
  const { promise, resolve } = Promise.withResolvers<'next' | 'quit'>()
  const onData = (data: Buffer | string) => {
    const keys = [...data.toString()]
    if (keys.some((key) => QUIT.has(key))) finish('quit')
    else if (keys.some((key) => NEXT.has(key))) finish('next')
  }
  const onEnd = () => finish('quit')
  const finish = (answer: 'next' | 'quit') => {
    stdin.off('data', onData).off('end', onEnd)
    stdin.pause()
    stdin.setRawMode?.(false)
    resolve(answer)
  }
  // Raw, so that one key is enough and is not written on the page; Ctrl-C then arrives as a key.
  stdin.setRawMode?.(true)
  stdin.on('data', onData).on('end', onEnd)
  stdin.resume()
  return promise
}
