import type { RemoteJobOptions } from '../../client/open-leeway.ts'
import type { RemoteJob } from '../../client/remote-job.ts'
import { isKept, openLeeway, refuseLostBelow } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import type { Io } from '../io.ts'
import { keptRoot } from '../person/with-desk.ts'

/** Where a hook asks: what was said when it was installed goes before what its surroundings say. */
export interface GatePlace {
  readonly root?: string | undefined
  readonly url?: string | undefined
  readonly proxy?: boolean | undefined
  readonly agent: string
}

/** The agent's side of Leeway, on the files or through a server. */
export interface Gates {
  job(options: JobOptions): Promise<GatedJob>
  close(): Promise<void>
}

type JobOptions = Pick<RemoteJobOptions, 'key' | 'title' | 'policy'>
type GatedJob = Pick<RemoteJob, 'id' | 'gate' | 'look' | 'withdraw' | 'finish'>

/** Opens what a hook asks. It never begins anything: where nothing is kept, nobody could answer. */
export async function openGate({ root, url, proxy = false, agent }: GatePlace, io: Io): Promise<Gates> {
  const server = url ?? (root === undefined ? io.environment['LEEWAY_URL'] : undefined)
  const token = io.environment['LEEWAY_TOKEN']
  if (server !== undefined) {
    // Loaded only where it is used: an agent waits for its hook at every call.
    const { openLeeway: openRemote } = await import('../../client/open-leeway.ts')
    return openRemote({ url: server, proxy, agent, tellHolds: false, ...(token !== undefined && { token }) })
  }
  if (root === undefined) return openLeeway({ root: keptRoot(placeOf(io)), agent, tellHolds: false })
  if (isKept(root)) return openLeeway({ root, agent, tellHolds: false })
  refuseLostBelow(root)
  const details = { next: 'A person begins there: leeway login' }
  throw new AppError('not_found', [], { message: `Nothing is kept in ${root}, so nobody can be asked.`, details })
}

/** The agent may have gone to another folder; where it was started is what counts. */
function placeOf({ environment, folder }: Io): string {
  const project = environment['CLAUDE_PROJECT_DIR']
  return project === undefined || project === '' ? folder : project
}
