import type { GivenTo, OperationName, OutputOf } from '../api/operations.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { CheckpointId } from '../model/ids.ts'
import { isSwitch } from '../model/is-switch.ts'
import type { SecretSource } from '../sdk/secrets.ts'
import type { TellHold } from '../sdk/tell-hold.ts'
import type { ApiClient } from './api-client.ts'
import { patiently, pause } from './patience.ts'
import { randomName } from './random-name.ts'

const TRIES = 8
/** How long one question for news may take. */
const WAIT_SECONDS = 25
const UNCHANGED_MS = 100
/** How long to leave a switch alone before looking again; people turn it off, in minutes. */
const HALTED_MS = 1000

/** How a halt is waited for. */
interface Halting {
  readonly signal: AbortSignal | undefined
  /** Is told why it waits, once for each halt. */
  readonly told: (why: string) => void
}

/** What everything that one open client does has in common. */
export interface ConnectionParts {
  readonly api: ApiClient
  readonly secrets: SecretSource
  readonly onHold: 'wait' | 'throw'
  readonly tellHold?: TellHold | undefined
}

/** One process that talks to a server: it asks again where an answer was lost, and nothing is done twice. */
export class Connection {
  readonly secrets: SecretSource
  readonly onHold: 'wait' | 'throw'
  readonly tellHold: TellHold | undefined
  /** Names this process to the server. */
  readonly session: string = randomName()
  readonly #api: ApiClient
  readonly #over = new AbortController()

  constructor({ api, secrets, onHold, tellHold }: ConnectionParts) {
    this.#api = api
    this.secrets = secrets
    this.onHold = onHold
    this.tellHold = tellHold
  }

  /** Does something; under the same key at every try, so that an answer that was lost is given again. */
  call<Name extends OperationName>(name: Name, input: GivenTo<Name>): Promise<OutputOf<Name>> {
    const key = randomName()
    return patiently(() => this.#api.call(name, input, { key }), { tries: TRIES, signal: this.#over.signal })
  }

  /** Waits until a person, the clock or a cancel has settled a checkpoint; also while the server is away. */
  async settled(checkpoint: CheckpointId, signal: AbortSignal | undefined): Promise<Checkpoint> {
    const both = this.#until(signal)
    for (let etag: string | undefined; ; ) {
      const look = () =>
        this.#api.get('read_checkpoint', { checkpoint, wait: WAIT_SECONDS }, { signal: both, ...(etag && { etag }) })
      const seen = await patiently(look, { tries: Number.POSITIVE_INFINITY, signal: both })
      const found = seen.value?.checkpoint
      if (found !== undefined && (found.status !== 'pending' || found.sent_back)) return found
      // The server waits before it says that nothing is new; a cache in between does not.
      if (seen.etag === etag) await pause(UNCHANGED_MS, both)
      etag = seen.etag ?? etag
    }
  }

  /** Does something as soon as no kill switch is in its way; what is refused meanwhile leaves no trace at the server. */
  async afterHalt<Result>(work: () => Promise<Result>, { signal, told }: Halting): Promise<Result> {
    const both = this.#until(signal)
    for (let said = ''; ; ) {
      try {
        return await work()
      } catch (error) {
        if (!isSwitch(error)) throw error
        if (error.message !== said) told(error.message)
        said = error.message
      }
      await pause(HALTED_MS, both)
    }
  }

  /** What ends all waiting: whoever asked, or the connection being closed. */
  #until(signal: AbortSignal | undefined): AbortSignal {
    const over = this.#over.signal
    return signal === undefined ? over : AbortSignal.any([over, signal])
  }

  /** Lets go of the server. What is held stays held; what still runs is in doubt. */
  async close(reason: Error): Promise<void> {
    if (this.#over.signal.aborted) return
    await this.#api.call('end_session', { session: this.session }).catch(() => undefined)
    this.#over.abort(reason)
  }
}
