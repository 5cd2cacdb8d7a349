import type { LogEvent } from '../../compose.ts'
import { harmless } from '../../model/harmless.ts'
import { shortId } from '../../model/short-id.ts'
import type { Page } from '../text/page.ts'
import { type Cell, drawTable, NARROW_PAGE } from '../text/table.ts'
import { eventSentence } from './event-sentence.ts'

/** Entries of the log, one a row, in their order: when, who, about what, what. */
export function drawEvents(events: readonly LogEvent[], page: Page): string {
  if (page.width >= NARROW_PAGE) {
    return drawTable({ head: ['#', 'when', 'who', 'about', 'what'], rows: events.map(wideRow), indent: 2 }, page)
  }
  const rows = events.flatMap((event, at) =>
    (isNewDay(event, events[at - 1]) ? [dayRow(event)] : []).concat([narrowRow(event)]),
  )
  return drawTable({ head: ['#', 'when', 'who, about', 'what'], rows, indent: 2 }, page)
}

function wideRow(event: LogEvent): readonly Cell[] {
  return [
    { text: String(event.seq), format: 'dim' },
    { text: `${dayOf(event)} ${timeOf(event)}`, format: 'dim' },
    { text: whoText(event) },
    { text: aboutText(event), format: 'dim' },
    { text: harmless(eventSentence(event)) },
  ]
}

/** Where there is little room, what it is about stands below who did it, and each day above what happened on it. */
function narrowRow(event: LogEvent): readonly Cell[] {
  const about = aboutText(event)
  return [
    { text: String(event.seq), format: 'dim' },
    { text: timeOf(event), format: 'dim' },
    [{ text: whoText(event) }, ...(about === '' ? [] : [{ text: about, format: 'dim' } as const])],
    { text: harmless(eventSentence(event)) },
  ]
}

function dayRow(event: LogEvent): readonly Cell[] {
  return [{ text: '' }, { text: dayOf(event), format: 'dim' }]
}

function isNewDay(event: LogEvent, before: LogEvent | undefined): boolean {
  return before === undefined || dayOf(before) !== dayOf(event)
}

function dayOf({ at }: LogEvent): string {
  return at.slice(0, 10)
}

function timeOf({ at }: LogEvent): string {
  return at.slice(11, 19)
}

function whoText({ actor: { kind, id } }: LogEvent): string {
  return harmless(kind === 'person' ? id : `${kind} ${id}`)
}

const SHOWN_END = 6

/** What it is about, by the end of its id: that is enough to name it in a command. */
export function aboutText({ checkpoint, job }: Pick<LogEvent, 'checkpoint' | 'job'>): string {
  const id = checkpoint ?? job
  if (id === null) return ''
  const word = id.slice(0, id.indexOf('_') + 1)
  const end = shortId(id, SHOWN_END)
  // Whoever chose the id may have chosen a short one.
  return harmless(word.length + end.length < id.length ? `${word}…${end}` : id)
}
