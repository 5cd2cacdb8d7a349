import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Violation } from './checks.ts'
import type { Evidence } from './evidence.ts'
import type { Fatal, Work } from './orders.ts'
import { recover } from './recover.ts'
import { Seat } from './seat.ts'
import { type End, Spawned } from './spawned.ts'
import type { Scenario, Strike, Victim } from './strike.ts'
import type { Told } from './told.ts'

/** What came of a scenario. */
export interface Report {
  readonly scenario: Scenario
  /** The strikes that met somebody alive. */
  readonly kills: readonly Strike[]
  readonly violations: readonly Violation[]
  readonly told: readonly Told[]
  /** As the last kill left the folder, and after all was done; null when nobody could come back. */
  readonly left: Evidence | null
  readonly end: Evidence | null
  /** The folder, which stays for a look when something is wrong. */
  readonly root: string
}

interface Life {
  readonly root: string
  readonly strike: Strike
  readonly victim: Victim
  readonly ahead: number
  readonly work: Work
}

interface Lived {
  readonly told: readonly Told[]
  readonly killed: boolean
  readonly violations: readonly Violation[]
}

/** Leases of the dead are over after it. */
const AN_HOUR = 3600

/** Plays one scenario after the other, each in a folder of its own. */
export class Lane {
  readonly #program: string
  readonly #usualLifeMs: number
  readonly #seat: Seat

  constructor(program: string, usualLifeMs: number) {
    this.#program = program
    this.#usualLifeMs = usualLifeMs
    this.#seat = new Seat(program)
  }

  async play(scenario: Scenario): Promise<Report> {
    const root = mkdtempSync(join(tmpdir(), 'leeway-crash-'))
    const { work } = scenario
    const lives: Lived[] = []
    for (const [life, strike] of scenario.strikes.entries()) {
      lives.push(await this.#live({ root, strike, victim: scenario.victim, ahead: life * AN_HOUR, work }))
    }
    const told = lives.flatMap((life) => life.told)
    const { left, end, ...found } = await comeBack(root, { told, ahead: lives.length * AN_HOUR, work })
    const violations = [...lives.flatMap((life) => life.violations), ...found.violations]
    if (violations.length === 0) rmSync(root, { recursive: true, force: true })
    const kills = scenario.strikes.filter((_, life) => lives[life]?.killed)
    return { scenario, kills, violations, told, left, end, root }
  }

  close(): Promise<void> {
    return this.#seat.close()
  }

  #live(life: Life): Promise<Lived> {
    return life.victim === 'both' ? this.#liveAlone(life) : this.#liveInCompany(life)
  }

  async #liveAlone({ root, strike, ahead, work }: Life): Promise<Lived> {
    const agent = Spawned.agent(this.#program, { root, alone: true, ahead, fatal: fatalIn(strike), work })
    void this.#strike(agent, strike)
    return livedBy(agent, await agent.ended)
  }

  async #liveInCompany({ root, strike, ahead, victim, work }: Life): Promise<Lived> {
    const ofReviewer = victim === 'reviewer'
    const reviewer = await this.#seat.take(root, ofReviewer ? fatalIn(strike) : null)
    const agent = Spawned.agent(this.#program, {
      root,
      alone: false,
      ahead,
      fatal: ofReviewer ? null : fatalIn(strike),
      work,
    })
    void this.#strike(ofReviewer ? reviewer : agent, strike)
    const lived = livedBy(agent, await agent.ended)
    const sitting = await this.#seat.leave()
    const killed = ofReviewer ? sitting.killed : lived.killed
    return { ...lived, killed, told: [...lived.told, ...sitting.told] }
  }

  /** Ends a process from outside, somewhere in its life. */
  async #strike(victim: Spawned, strike: Strike): Promise<void> {
    if (strike.at === 'point' || !(await victim.hears('begun'))) return
    await sleep(strike.share * this.#usualLifeMs)
    victim.kill()
  }
}

/** Whatever keeps somebody from coming back is a flaw like any other. */
async function comeBack(root: string, left: Parameters<typeof recover>[1]) {
  try {
    return await recover(root, left)
  } catch (error) {
    const violations = [`Nobody could come back: ${error instanceof Error ? error.stack : error}`]
    return { violations, left: null, end: null }
  }
}

function fatalIn(strike: Strike): Fatal | null {
  return strike.at === 'point' ? strike.fatal : null
}

function livedBy({ told }: Spawned, end: End): Lived {
  return { told, killed: end === 'killed', violations: flawsOf(end) }
}

function flawsOf(end: End): readonly Violation[] {
  if (end === 'hung') return ['The agent came to no end.']
  return typeof end === 'object' ? [`The agent failed: ${end.failed}`] : []
}
