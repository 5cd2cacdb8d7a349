import type { Reader } from '../../engine/reader.ts'
import { type Ports, runKeyed } from '../../engine/run-command.ts'
import type { Verb } from '../../engine/verb.ts'
import type { RunAs } from './principal.ts'

/** Reads what a credential stands on, and throws when it counts no longer. */
export type Check = (read: Pick<Reader, 'get'>) => Promise<unknown>

/** Runs verbs whose commit also holds the credential: one that was revoked while the verb ran is worth nothing. */
export function runGuarded(ports: Ports, check: Check): RunAs {
  return (verb, input, idempotency) => runKeyed(ports, { verb: guarded(verb, check), input, idempotency })
}

function guarded<Input, State, Result>(verb: Verb<Input, State, Result>, check: Check): Verb<Input, State, Result> {
  const load: typeof verb.load = async (read, input, policies) => {
    await check(read)
    return verb.load(read, input, policies)
  }
  return { ...verb, load }
}
