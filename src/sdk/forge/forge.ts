import type { ForgeBranch, ForgeGit, PullHost } from '../../engine/ports.ts'
import type { PersonId } from '../../model/ids.ts'

/** The forge of a project: where its pull requests are shown, and who is who there. */
export interface Forge {
  readonly host: PullHost
  readonly git: ForgeGit
  /** The branch that holds what was approved, as it is called there. */
  readonly main: string
  /** Accounts there, and the people here whose they are. Whoever is not in it is heard, and counts for nothing. */
  readonly people: ReadonlyMap<string, PersonId>
  /** How often it is looked at, when nobody says that something happened. */
  readonly pollMs: number
  /** Told what keeps us from the forge, for whoever looks after the project. */
  readonly report: (problem: string) => void
}

/** Where git finds a branch of the forge. */
export async function branchOn({ host }: Forge, as: string): Promise<ForgeBranch> {
  return { remote: await host.remote(), as }
}

/** Logins differ in case from one page to the next, and are the same account. */
export function personBehind({ people }: Forge, login: string, own: string): PersonId | undefined {
  const known = login.toLowerCase()
  // What we write there ourselves is nobody's opinion.
  return known === own.toLowerCase() ? undefined : people.get(known)
}
