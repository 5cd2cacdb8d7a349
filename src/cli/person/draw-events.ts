import type { LogEvent } from '../../compose.ts'
import { harmless } from '../text/harmless.ts'
import type { Page } from '../text/page.ts'
import { type Cell, drawTable, NARROW_PAGE } from '../text/table.ts'
import { eventSentence } from './event-sentence.ts'

/** Entries of the log, one a row, in their order. */
export function drawEvents(events: readonly LogEvent[], page: Page): string {
  const head = ['#', 'when', 'who', 'what']
  return drawTable({ head, rows: events.map((event) => rowOf(event, page)), indent: 2 }, page)
}

function rowOf(event: LogEvent, page: Page): readonly Cell[] {
  const { seq, at, actor } = event
  const [day = '', time = ''] = at.slice(0, 19).split('T')
  return [
    { text: String(seq), format: 'dim' },
    { text: page.width < NARROW_PAGE ? time : `${day} ${time}`, format: 'dim' },
    { text: harmless(actor.kind === 'person' ? actor.id : `${actor.kind} ${actor.id}`) },
    { text: harmless(eventSentence(event)) },
  ]
}
