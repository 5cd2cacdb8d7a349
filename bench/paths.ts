import type { Effort } from './effort.ts'
import { benchCockpit } from './paths/cockpit.ts'
import { benchDecide } from './paths/decide.ts'
import { benchDurable } from './paths/durable.ts'
import { benchGit } from './paths/git.ts'
import { benchHttp } from './paths/http.ts'
import { benchList } from './paths/list.ts'
import { benchSse } from './paths/sse.ts'
import { benchStart } from './paths/start.ts'
import { benchStream } from './paths/stream.ts'
import type { Row } from './result.ts'

/** Everything that is measured, one file each in `paths/`, in the order of the table. */
export const PATHS: Readonly<Record<string, (effort: Effort) => Promise<readonly Row[]>>> = {
  decide: benchDecide,
  durable: benchDurable,
  stream: benchStream,
  list: benchList,
  cockpit: benchCockpit,
  git: benchGit,
  http: benchHttp,
  sse: benchSse,
  start: benchStart,
}
