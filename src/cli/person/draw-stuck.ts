import type { Desk, ListedPull } from '../../compose.ts'
import { counted } from '../../model/counted.ts'
import type { JobId } from '../../model/ids.ts'
import type { Page } from '../text/page.ts'

/** The merges that wait for a person to mend something, everywhere or in one job and those below it. */
export async function stuckBelow(desk: Desk, job: JobId | undefined): Promise<readonly ListedPull[]> {
  const { rows } = await desk.pulls.list({ stuck: true })
  if (job === undefined) return rows
  const below: ListedPull[] = []
  for (const pull of rows) {
    const isBelow = pull.job === job || (await desk.job(pull.job)).job.path.includes(job)
    if (isBelow) below.push(pull)
  }
  return below
}

/** What of them can be copied stands on lines of its own. */
export function drawStuck(pulls: readonly ListedPull[], page: Page): string {
  const title = `! ${counted(pulls.length, 'merge is', 'merges are')} stuck until a person mends what stops ${pulls.length === 1 ? 'it' : 'them'}:`
  const ways = pulls.map(({ id }) => page.spell(`  leeway pr show ${id}`))
  return [page.paint(['bold', 'red'], title), ...ways].join('\n')
}
