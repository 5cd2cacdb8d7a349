import type { Io } from './io.ts'
import { tellSpelled } from './text/tell.ts'

/** Says to somebody at a terminal that a command waits for lines; otherwise it would seem to hang. */
export function tellTyping(io: Io, command: string): void {
  if (io.stdin.isTTY !== true) return
  tellSpelled(io.stderr, `It answers each line that you type; Ctrl-D ends. What to type: leeway ${command} --help`, io)
}
