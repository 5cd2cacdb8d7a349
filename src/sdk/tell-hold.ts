import { answerCommand } from '../model/answer-command.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import { harmless } from '../model/harmless.ts'
import { mention } from '../model/quote.ts'

/** Called with every checkpoint that this process begins to wait for, and with why where a kill switch keeps it from going on. */
export type TellHold = (checkpoint: Checkpoint, halted?: string) => void

/** Where a line about a hold may go. */
interface Screen {
  write(text: string): unknown
}

/** How whoever reads the line gets to what is held. */
interface Reached {
  /** The command, as it is typed in the folder where the agent works. */
  readonly leeway?: string
  /** The server, where the agent works elsewhere: no command finds the folder from there. */
  readonly url?: string
}

/**
 * Says that an agent waits, and where to answer; otherwise it would seem to hang, in a terminal as in a log that somebody
 * reads later. Only whoever says so themselves is not told.
 */
export function tellHolds(
  screen: Screen,
  asked = true,
  { leeway = 'leeway', url }: Reached = {},
): TellHold | undefined {
  if (!asked) return undefined
  return (checkpoint, halted) => {
    const { id, agent, content, gate, terms } = checkpoint
    const what = content.tool === undefined ? `${mention(gate.kind)} gate` : mention(content.tool)
    if (halted !== undefined) {
      const why = harmless(halted)
      screen.write(`halted: ${what} of ${mention(agent)} is approved and goes on when the switch is off – ${why}\n`)
      return
    }
    if (url !== undefined) {
      screen.write(`held: ${what} of ${mention(agent)} – answer at ${harmless(url)}${pageOf(checkpoint)}\n`)
      return
    }
    const answer = `${leeway} ${answerCommand({ id, terms })}`
    screen.write(`held: ${what} of ${mention(agent)} – answer with \`${answer}\` (all: ${leeway} checkpoints)\n`)
  }
}

/** Work is reviewed where its changes are shown. */
function pageOf({ id, pull }: Checkpoint): string {
  return pull === undefined ? `/c/${encodeURIComponent(id)}` : `/pulls/${encodeURIComponent(pull)}`
}
