import type { Command } from '../io.ts'
import { giveRemark } from '../person/give-remark.ts'

/** `leeway request-changes`: send work back. */
export const command: Command = {
  help: `leeway request-changes ID … --reason WHY [--hash HASH …] [--json]

Sends the work back to the agent, which brings its next revision with an answer to every remark.

  --reason   why, in a sentence
  --hash     refuse to answer when the content is no longer the one with this hash

Example:  leeway request-changes chk_x3 --reason "name the sources"`,
  run: (args, io) => giveRemark('request-changes', (reason) => ({ answer: 'request_changes', reason }), { args, io }),
}
