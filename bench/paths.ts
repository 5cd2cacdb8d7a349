import type { Effort } from './effort.ts'
import { benchCockpit } from './paths/cockpit.ts'
import { benchDecide } from './paths/decide.ts'
import { benchDurable } from './paths/durable.ts'
import { benchList } from './paths/list.ts'
import { benchStream } from './paths/stream.ts'
import type { Row } from './result.ts'

/** Everything that is measured, one file each in `paths/`, in the order of the table. */
export const PATHS: Readonly<Record<string, (effort: Effort) => Promise<readonly Row[]>>> = {
  decide: benchDecide,
  durable: benchDurable,
  stream: benchStream,
  list: benchList,
  cockpit: benchCockpit,
}
