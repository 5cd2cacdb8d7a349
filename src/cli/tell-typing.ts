import type { Io } from './io.ts'
import { spelled } from './text/spelled.ts'

/** Says to somebody at a terminal that a command waits for lines; otherwise it would seem to hang. */
export function tellTyping(io: Io, command: string): void {
  if (io.stdin.isTTY !== true) return
  io.stderr.write(
    spelled(`It answers each line that you type; Ctrl-D ends. What to type: leeway ${command} --help\n`, io),
  )
}
