import type { Io } from '../io.ts'
import { fitText } from './fit-text.ts'
import { spelled } from './spelled.ts'

/** Says something to whoever reads a stream: as it is in a pipe, and in lines that fit on a terminal. */
export function tell(stream: Io['stderr'], text: string): void {
  stream.write(`${fittedTo(stream, text)}\n`)
}

/** The same as a text, for whoever writes it to standard output. */
export function fitted(text: string, { stdout }: Io): string {
  return fittedTo(stdout, text)
}

function fittedTo({ isTTY, columns = 0 }: Io['stderr'], text: string): string {
  return isTTY === true && columns > 0 ? fitText(text, columns).join('\n') : text
}

/** The same for a sentence whose commands are all ours: each is written as this person types it. */
export function tellSpelled(stream: Io['stderr'], text: string, io: Io): void {
  tell(stream, spelled(text, io))
}
