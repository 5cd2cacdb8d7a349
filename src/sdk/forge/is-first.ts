import { type Ports, runKeyed } from '../../engine/run-command.ts'
import type { Verb } from '../../engine/verb.ts'
import { randomText } from '../random-text.ts'

/** Nothing happens but that it is known from now on, which is what a kept answer is. */
const take: Verb<string, null, string> = {
  load: async () => null,
  decide: (_state, input) => ({ events: [], effects: [], result: input }),
}

/**
 * Whether a message of a forge comes for the first time. It is remembered as long as answers are: a day. One that is played again after
 * that makes us look at the forge, and nothing else.
 */
export async function isFirst(ports: Ports, digest: string): Promise<boolean> {
  const mine = randomText()
  const kept = await runKeyed(ports, {
    verb: take,
    input: mine,
    idempotency: { owner: 'forge', key: digest, request: digest },
  })
  return kept === mine
}
