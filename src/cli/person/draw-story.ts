import { harmless } from '../../model/harmless.ts'
import type { Job } from '../../model/job.ts'
import type { Page } from '../text/page.ts'
import { type Cell, drawTable, NARROW_PAGE } from '../text/table.ts'
import { aboutText } from './draw-events.ts'
import type { Told } from './job-story.ts'

/** What happened in a job, in its order; each day stands above what happened on it, and the job's own agent needs no name. */
export function drawStory(told: readonly Told[], job: Pick<Job, 'id' | 'agent'>, page: Page): string {
  const isPlain = page.width < NARROW_PAGE || told.every(({ event }) => isAbout(event, job))
  const rows = told.flatMap(({ event, text }, at): readonly (readonly Cell[])[] => {
    const [day = '', time = ''] = event.at.slice(0, 19).split('T')
    const about = isAbout(event, job) ? '' : aboutText(event)
    const row: readonly Cell[] = [
      { text: time, format: 'dim' },
      { text: whoText(event.actor, job) },
      ...(isPlain ? [] : [{ text: about, format: 'dim' } as const]),
      { text: harmless(text) },
    ]
    return told[at - 1]?.event.at.startsWith(day) ? [row] : [[{ text: day, format: 'dim' }], row]
  })
  return drawTable({ rows, indent: 2 }, page)
}

/** Whether an entry is about the whole job, and nothing in it. */
function isAbout(event: Told['event'], { id }: Pick<Job, 'id'>): boolean {
  return event.checkpoint === null && event.job === id
}

function whoText({ kind, id }: Told['event']['actor'], { agent }: Pick<Job, 'agent'>): string {
  if (kind === 'agent' && id === agent) return 'agent'
  return harmless(kind === 'person' ? id : `${kind} ${id}`)
}
