import type { Command } from '../io.ts'
import { giveRemark } from '../person/give-remark.ts'

/** `leeway reject`: it does not happen. */
export const command: Command = {
  help: `leeway reject ID … --reason WHY [--hash HASH …] [--json]

Says no. The agent is told why, and the same call is refused from now on, without asking you again.

  --reason   why, in a sentence
  --hash     refuse to answer when the content is no longer the one with this hash

Example:  leeway reject chk_x3 --reason "the address is wrong"`,
  run: (args, io) => giveRemark('reject', (reason) => ({ answer: 'reject', reason }), { args, io }),
}
