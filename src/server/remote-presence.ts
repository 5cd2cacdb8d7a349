import type { Ports } from '../engine/run-command.ts'
import type { CheckpointId, JobId } from '../model/ids.ts'
import { attendName, waitName } from '../sdk/attend.ts'
import { SESSION_SECONDS } from '../sdk/session.ts'
import type { ProgramPrincipal } from './access/principal.ts'
import { holderOf } from './remote-sessions.ts'

type Program = Pick<ProgramPrincipal, 'owner' | 'tenant'>

/** Three times as long as one question for news may take, so that who asks again at once never seems to have left. */
const WAIT_SECONDS = 90
const MOST_KNOWN = 10_000

/** Which jobs agents elsewhere have in hand and what they wait for, as far as they were heard of. */
export class RemotePresence {
  readonly #ports: Pick<Ports, 'store'>
  readonly #said = new Map<string, number>()

  constructor(ports: Pick<Ports, 'store'>) {
    this.#ports = ports
  }

  /** It asked something of a job, or began it. */
  async attends(program: Program, job: JobId): Promise<void> {
    await this.#say(attendName(job, program.owner), program, SESSION_SECONDS)
  }

  /** It waits for an answer while this lasts; who comes back for more before long has not left. */
  async whileWaiting<Seen>(
    program: Program,
    checkpoint: CheckpointId,
    { wait, signal }: { readonly wait: () => Promise<Seen>; readonly signal: AbortSignal },
  ): Promise<Seen> {
    const name = waitName(checkpoint, program.owner)
    await this.#say(name, program, WAIT_SECONDS)
    try {
      return await wait()
    } finally {
      if (signal.aborted) await this.#leave(name, program)
    }
  }

  /** Written down only now and then, because each time is a commit. What people read of it is no reason to refuse anything. */
  async #say(name: string, program: Program, seconds: number): Promise<void> {
    const { store } = this.#ports
    const now = store.now().getTime()
    if (now - (this.#said.get(name) ?? 0) < (seconds * 1000) / 3) return
    if (this.#said.size >= MOST_KNOWN) this.#said.clear()
    this.#said.set(name, now)
    await store.lease(name, holderOf(program.owner, program), seconds).catch(() => null)
  }

  async #leave(name: string, program: Program): Promise<void> {
    this.#said.delete(name)
    await this.#ports.store.release(name, holderOf(program.owner, program)).catch(() => undefined)
  }
}
