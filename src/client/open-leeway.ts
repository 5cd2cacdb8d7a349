import { AppError } from '../model/errors.ts'
import type { PolicyDocument } from '../policy/policy-document.ts'
import { AgentSide } from '../sdk/agent-side.ts'
import { type Known, refuseUnknownOptions, saidOptions } from '../sdk/known-options.ts'
import type { SecretSource } from '../sdk/secrets.ts'
import { tellHolds } from '../sdk/tell-hold.ts'
import { ApiClient } from './api-client.ts'
import { Connection } from './connection.ts'
import { RemoteJob } from './remote-job.ts'

/** A piece of work for an agent. */
export interface RemoteJobOptions {
  readonly agent: string
  /** The name of a preset, or a policy document; it only makes stricter what the server's project says of the agent. */
  readonly policy?: string | PolicyDocument
  readonly title?: string
  readonly input?: unknown
  /** Started again under the same key, it is the same job. */
  readonly key?: string
  /** The person for whom the job is done, where a service starts it; where duties are separated, they can't approve it. */
  readonly startedBy?: string
}

/** How an agent reaches the server that gates it. Everything may be left out. */
export interface ConnectOptions extends Partial<RemoteJobOptions> {
  /** `LEEWAY_URL` when left out. */
  readonly url?: string
  /** Says that a proxy or a VPN encrypts the way to an `http://` address of another machine; refused otherwise. */
  readonly proxy?: boolean
  /** The agent's token; `LEEWAY_TOKEN` when left out. */
  readonly token?: string
  /** What a gate does that is held, unless it says so itself. */
  readonly onHold?: 'wait' | 'throw'
  /** Whether a line on standard error tells of every hold that is waited for; it does unless this is false. */
  readonly tellHolds?: boolean
  /** Where secrets come from; environment variables when left out. They never reach the server. */
  readonly secrets?: SecretSource
}

const JOB_OPTIONS: Known<RemoteJobOptions> = {
  agent: true,
  policy: true,
  title: true,
  input: true,
  key: true,
  startedBy: true,
}

const CONNECT_OPTIONS: Known<ConnectOptions> = {
  ...JOB_OPTIONS,
  url: true,
  proxy: true,
  token: true,
  onHold: true,
  tellHolds: true,
  secrets: true,
}

const USUAL_URL = 'http://127.0.0.1:7317'

/** Opens Leeway on a server: the same ten lines gate an agent on another machine. */
export async function openLeeway(options: ConnectOptions = {}): Promise<RemoteLeeway> {
  refuseUnknownOptions(options, CONNECT_OPTIONS, 'openLeeway')
  const environment = typeof process === 'undefined' ? {} : process.env
  const { url = environment['LEEWAY_URL'] ?? USUAL_URL, token = environment['LEEWAY_TOKEN'], ...rest } = options
  const { proxy = false, onHold = 'wait', tellHolds: told, secrets, agent = 'agent', ...job } = rest
  if (token === undefined) {
    const message = 'An agent needs a token to be let in.'
    const details = { next: 'leeway tokens add NAME, and give it as LEEWAY_TOKEN' }
    throw new AppError('not_signed_in', [], { message, details })
  }
  const server = url.replace(/\/+$/, '')
  const api = new ApiClient({ url: server, token, proxy })
  const connection = new Connection({
    api,
    onHold,
    secrets: secrets ?? ((name) => environment[name]),
    tellHold: typeof process === 'undefined' ? undefined : tellHolds(process.stderr, told, { url: server }),
  })
  // Somebody who is not let in hears of it here, and not at the first gate.
  await refusePerson(connection, agent)
  return new RemoteLeeway(connection, { ...job, agent })
}

/** A person's token decides, and starts no work; an agent that had it could answer itself. */
async function refusePerson(connection: Connection, agent: string): Promise<void> {
  const { caller } = await connection.call('read_me', {})
  if (caller === 'agent' || caller === 'service') return
  const message = 'This is the token of a person, and an agent needs one of its own.'
  const name = /^[\w.-]+$/.test(agent) ? agent : 'NAME'
  const details = { next: `leeway tokens add ${name}, and give it as LEEWAY_TOKEN` }
  throw new AppError('not_authorised', [], { message, details })
}

/** The agent's side of Leeway, through a server. */
export class RemoteLeeway extends AgentSide<RemoteJobOptions, RemoteJob> {
  readonly #connection: Connection

  constructor(connection: Connection, own: RemoteJobOptions) {
    super(own)
    this.#connection = connection
  }

  /** Starts a job, or finds the one that was started under the same key. */
  override async job(options: Partial<RemoteJobOptions> = {}): Promise<RemoteJob> {
    refuseUnknownOptions(options, JOB_OPTIONS, 'job')
    const { startedBy, ...rest } = { ...this.own, ...saidOptions(options) }
    const given = { ...rest, ...(startedBy !== undefined && { started_by: startedBy }) }
    return new RemoteJob(this.#connection, await this.#connection.call('start_job', given))
  }

  /** Lets go of the server. What is held stays held. */
  override async close(): Promise<void> {
    await this.#connection.close(
      new AppError('store_stopped', [], { message: 'Leeway was closed. What is held stays held.' }),
    )
  }
}
