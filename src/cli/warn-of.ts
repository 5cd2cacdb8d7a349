import type { Source } from '../config/read-source.ts'
import type { Io } from './io.ts'
import { describeProblem } from './report-error.ts'

/** Tells what a person should know of the files that were opened, beside the answer and never in it. */
export function warnOf(sources: Iterable<Source>, io: Io): void {
  for (const { warnings } of sources) {
    for (const problem of warnings) io.stderr.write(`warning: ${describeProblem(problem, io.folder)}\n`)
  }
}
