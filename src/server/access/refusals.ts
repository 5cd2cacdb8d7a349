import type { OperationName } from '../../api/operations.ts'
import { denyAccess } from '../../engine/deny-access.ts'
import { type Ports, runCommand } from '../../engine/run-command.ts'
import type { AppError } from '../../model/errors.ts'
import type { Principal } from './principal.ts'

/** Who goes on trying is written down again only after this while, so that nobody can fill the log by being refused. */
const AGAIN_MS = 60_000
const MOST_KNOWN = 10_000

/** Writes down which programs wanted what they may not. */
export class Refusals {
  readonly #ports: Ports
  readonly #noted = new Map<string, number>()

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** Refuses, and leaves a trace where it was a program. */
  async refuse(principal: Principal, wanted: OperationName, refusal: AppError): Promise<never> {
    if (principal.kind === 'program' && this.#isNew(`${principal.owner} ${wanted}`)) {
      const { tenant, actor: by } = principal
      await runCommand(this.#ports, denyAccess, { tenant, by, wanted, refusal })
    }
    throw refusal
  }

  #isNew(what: string): boolean {
    const now = performance.now()
    const noted = this.#noted.get(what)
    if (noted !== undefined && now - noted < AGAIN_MS) return false
    if (this.#noted.size >= MOST_KNOWN) this.#noted.clear()
    this.#noted.set(what, now)
    return true
  }
}
