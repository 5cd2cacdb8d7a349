import type { GivenTo, OperationName, OutputOf } from '../api/operations.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { CheckpointId } from '../model/ids.ts'
import type { SecretSource } from '../sdk/secrets.ts'
import type { ApiClient } from './api-client.ts'
import { patiently } from './patience.ts'
import { randomName } from './random-name.ts'

const TRIES = 8
/** How long one question for news may take. */
const WAIT_SECONDS = 25

/** What everything that one open client does has in common. */
export interface ConnectionParts {
  readonly api: ApiClient
  readonly secrets: SecretSource
  readonly onHold: 'wait' | 'throw'
}

/** One process that talks to a server: it asks again where an answer was lost, and nothing is done twice. */
export class Connection {
  readonly secrets: SecretSource
  readonly onHold: 'wait' | 'throw'
  /** Names this process to the server. */
  readonly session: string = randomName()
  readonly #api: ApiClient
  readonly #over = new AbortController()

  constructor({ api, secrets, onHold }: ConnectionParts) {
    this.#api = api
    this.secrets = secrets
    this.onHold = onHold
  }

  /** Does something; under the same key at every try, unless asking twice is the same as once. */
  call<Name extends OperationName>(name: Name, input: GivenTo<Name>, isSame = false): Promise<OutputOf<Name>> {
    // The server keeps an answer for every key, so none is used where none is needed.
    const options = isSame ? {} : { key: randomName() }
    return patiently(() => this.#api.call(name, input, options), { tries: TRIES, signal: this.#over.signal })
  }

  /** Waits until a person, the clock or a cancel has settled a checkpoint; also while the server is away. */
  async settled(checkpoint: CheckpointId, signal: AbortSignal | undefined): Promise<Checkpoint> {
    const over = this.#over.signal
    const both = signal === undefined ? over : AbortSignal.any([over, signal])
    for (let etag: string | undefined; ; ) {
      const look = () =>
        this.#api.get('read_checkpoint', { checkpoint, wait: WAIT_SECONDS }, { signal: both, ...(etag && { etag }) })
      const seen = await patiently(look, { tries: Number.POSITIVE_INFINITY, signal: both })
      const found = seen.value?.checkpoint
      if (found !== undefined && (found.status !== 'pending' || found.sent_back)) return found
      etag = seen.etag ?? etag
    }
  }

  /** Lets go of the server. What is held stays held; what still runs is in doubt. */
  async close(reason: Error): Promise<void> {
    if (this.#over.signal.aborted) return
    await this.#api.call('end_session', { session: this.session }).catch(() => undefined)
    this.#over.abort(reason)
  }
}
