import type { Checkpoint } from '../model/checkpoint.ts'
import { mention } from '../model/quote.ts'

/** Called with every checkpoint that this process begins to wait for. */
export type TellHold = (checkpoint: Checkpoint) => void

/** Where a line about a hold may go. */
interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/**
 * Tells whoever watches an agent in a terminal that it waits, and where to answer; otherwise it would seem to hang.
 * Where nobody watches nothing is said, unless that was asked for.
 */
export function tellHolds(screen: Screen, asked: boolean | undefined): TellHold | undefined {
  if (!(asked ?? screen.isTTY === true)) return undefined
  return ({ id, agent, content, gate }) => {
    const what = content.tool === undefined ? `${mention(gate.kind)} gate` : mention(content.tool)
    screen.write(
      `held: ${what} of ${mention(agent)} – answer with \`leeway approve ${id}\` (all: leeway checkpoints)\n`,
    )
  }
}
