import type { Command } from '../io.ts'
import { giveRemark } from '../person/give-remark.ts'

/** `leeway comment`: say something without deciding. */
export const command: Command = {
  help: `leeway comment ID … --reason WHY [--hash HASH …] [--json]

Leaves a remark. Nothing is decided by it.

  --reason   why, in a sentence
  --hash     refuse to answer when the content is no longer the one with this hash

Example:  leeway comment chk_x3 --reason "looking into it"`,
  run: (args, io) => giveRemark('comment', (reason) => ({ answer: 'comment', reason }), { args, io }),
}
