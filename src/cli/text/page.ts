import { styleText } from 'node:util'
import type { Io } from '../io.ts'
import { spelled } from './spelled.ts'

type Format = Parameters<typeof styleText>[0]

/** What is written on: how wide it is, and whether it takes colour. */
export interface Page {
  readonly width: number
  /** Colours a text where that is wanted. Nothing may be said by colour alone. */
  readonly paint: (format: Format, text: string) => string
  /** A sentence of ours with every command in it as this person types it. */
  readonly spell: (text: string) => string
}

/** Wide enough for tables, narrow enough to read, where nobody says how wide the page is. */
const USUAL_WIDTH = 100
const NARROWEST = 40
/** Lines that are longer are hard to read however wide the window is. */
const WIDEST = 140

/** The page behind a command's output: colour only on a terminal, and not where `NO_COLOR` asks for none. */
export function pageOf({ stdout, environment }: Io): Page {
  const colour = stdout.isTTY === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb'
  // Some terminals say that they are nothing wide.
  const { columns = 0 } = stdout
  const width = Math.min(WIDEST, Math.max(NARROWEST, columns > 0 ? columns : USUAL_WIDTH))
  return {
    width,
    paint: (format, text) => (colour && text !== '' ? styleText(format, text, { validateStream: false }) : text),
    spell: (text) => spelled(text, { environment }),
  }
}
