import type { Origin, PolicyWithOrigins } from '../config/policy-for.ts'
import { harmless } from '../model/harmless.ts'
import { inWords } from '../policy/in-words.ts'
import { inAxisOrder } from './policy-text.ts'
import type { Page } from './text/page.ts'
import { shownPath } from './text/shown-path.ts'
import { type Cell, drawTable, NARROW_PAGE } from './text/table.ts'

type Place = Pick<Origin, 'said' | 'line'>

/** A policy and its origins as data, with paths as people in this folder read them. */
export function shownOrigins({ policy, origins }: PolicyWithOrigins, folder: string) {
  const shown = ({ said, by, ...rest }: Origin) => ({
    said: shownPath(said, folder),
    ...rest,
    ...(by === undefined ? {} : { by: { ...by, said: shownPath(by.said, folder) } }),
  })
  const entries = Object.entries(origins).map(([axis, all]) => [axis, all.map(shown)])
  return { policy: inAxisOrder(policy), origins: Object.fromEntries(entries) as Readonly<Record<string, Origin[]>> }
}

/** One row an axis: its value, where that was said, and who chose the preset that says it. */
export function drawOrigins(found: PolicyWithOrigins, folder: string, page: Page): string {
  if (page.width < NARROW_PAGE)
    return drawTable({ head: ['axis', 'value, and where it was said'], rows: narrowRows(found, folder) }, page)
  const lines = linesOf(found, folder)
  const isChosen = lines.some(({ chosen }) => chosen !== '')
  const head = ['axis', 'value', 'where it was said', ...(isChosen ? ['chosen by'] : [])]
  return drawTable({ head, rows: lines.map((line) => wideRow(line).slice(0, head.length)) }, page)
}

type OriginLine = ReturnType<typeof linesOf>[number]

function wideRow({ axis, value, said, chosen }: OriginLine): readonly Cell[] {
  return [
    { text: axis, format: 'bold' },
    { text: value },
    { text: said, format: 'cyan' },
    { text: chosen, format: 'dim' },
  ]
}

function narrowRows(found: PolicyWithOrigins, folder: string): readonly (readonly Cell[])[] {
  return linesOf(found, folder).map(({ axis, value, all }) => [
    { text: axis, format: 'bold' },
    [{ text: value }, { text: originText(all, folder), format: 'cyan' }],
  ])
}

/** Where the value of an axis was said, and who chose the preset that says it, in one text. */
export function originText(all: readonly Origin[], folder: string): string {
  const { said, chosen } = placesOf(all, folder)
  return chosen === '' ? said : `${said}, chosen by ${chosen}`
}

function linesOf({ policy, origins }: PolicyWithOrigins, folder: string) {
  return Object.entries(inAxisOrder(policy)).map(([axis, value]) => {
    const all: readonly Origin[] = origins[axis as keyof typeof origins]
    return { axis, value: harmless(inWords(value, { atMost: 3 })), all, ...placesOf(all, folder) }
  })
}

function placesOf(all: readonly Origin[], folder: string) {
  const chosen = all.flatMap(({ by }) => (by === undefined ? [] : [placeText(by, folder)]))
  return {
    said: all.length === 0 ? 'nowhere' : all.map((one) => saidText(one, all.length > 1, folder)).join(' and '),
    chosen: [...new Set(chosen)].join(' and '),
  }
}

/** Where several had a say, and where a ceiling did, the place alone does not tell whose word it is. */
function saidText(origin: Origin, isOneOfSeveral: boolean, folder: string): string {
  const { layer, said } = origin
  const place = placeText(origin, folder)
  const isClear = layer === said || !(isOneOfSeveral || layer.endsWith(' ceiling'))
  return isClear ? place : `${place} (${harmless(layer)})`
}

/** `file:line`, in the form that editors and terminals turn into a link; a variable is only its name. */
function placeText({ said, line }: Place, folder: string): string {
  return line === undefined ? harmless(said) : `${shownPath(said, folder)}:${line}`
}
