import type { LogEvent } from '../../compose.ts'
import { harmless } from '../../model/harmless.ts'
import type { Page } from '../text/page.ts'
import { type Cell, drawTable, NARROW_PAGE } from '../text/table.ts'
import { eventSentence } from './event-sentence.ts'

/** Entries of the log, one a row, in their order. */
export function drawEvents(events: readonly LogEvent[], page: Page): string {
  const head = page.width < NARROW_PAGE ? ['#', 'when', 'who', 'what'] : ['#', 'when', 'who', 'about', 'what']
  return drawTable({ head, rows: events.map((event) => rowOf(event, page)), indent: 2 }, page)
}

function rowOf(event: LogEvent, page: Page): readonly Cell[] {
  const { seq, at, actor } = event
  const [day = '', time = ''] = at.slice(0, 19).split('T')
  return [
    { text: String(seq), format: 'dim' },
    { text: page.width < NARROW_PAGE ? time : `${day} ${time}`, format: 'dim' },
    { text: harmless(actor.kind === 'person' ? actor.id : `${actor.kind} ${actor.id}`) },
    ...(page.width < NARROW_PAGE ? [] : [{ text: aboutText(event), format: 'dim' } as const]),
    { text: harmless(eventSentence(event)) },
  ]
}

const SHOWN_END = 6

/** What it is about, by the end of its id: that is enough to name it in a command. */
export function aboutText({ checkpoint, job }: Pick<LogEvent, 'checkpoint' | 'job'>): string {
  const id = checkpoint ?? job
  return id === null ? '' : `${id.slice(0, id.indexOf('_') + 1)}…${harmless(id.slice(-SHOWN_END))}`
}
