import type { Desk } from '../../compose.ts'
import { JOB_STATUSES } from '../../model/job-status.ts'
import { isDemo } from '../demo/is-demo.ts'
import type { Io } from '../io.ts'
import { confirm, isTerminal } from '../person/terminal.ts'
import { wrongCall } from '../wrong-call.ts'

/** What the command line says of the demo. */
export interface DemoOptions {
  readonly demo?: boolean | undefined
  readonly 'no-demo'?: boolean | undefined
}

/** A slip is noticed before anything is opened. */
export function refuseBoth(options: DemoOptions): void {
  if (options.demo === true && options['no-demo'] === true) throw wrongCall('Give --demo or --no-demo, not both.')
}

const MOST = 200

/** Whether a scripted agent works beside the server: as said, as begun before, or as wished where nothing has happened yet. */
export async function wantsDemo(options: DemoOptions, desk: Desk, io: Io): Promise<boolean> {
  if (options.demo === true) return true
  if (options['no-demo'] === true) return false
  const { rows: open } = await desk.jobs({ limit: MOST })
  if (open.some(isDemo)) return true
  const { rows: known } = await desk.jobs({ limit: 1, statuses: JOB_STATUSES })
  if (known.length > 0 || !isTerminal(io)) return false
  return confirm(io, 'Nothing has happened here yet. Shall a scripted agent show you how it is held and answered?')
}
