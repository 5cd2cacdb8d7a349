import { harmless } from '../../model/harmless.ts'
import { visibleWidth } from './visible-width.ts'

const STOP = 4

/** A line of code as it may be shown on a terminal. A tab is part of how code looks, and reaches up to the next stop; what else would act there is written out. */
export function shownCode(line: string): string {
  return line.split('\t').reduce((before, part, at) => {
    const from = at === 0 ? '' : `${before}${' '.repeat(STOP - (visibleWidth(before) % STOP))}`
    return `${from}${harmless(part)}`
  }, '')
}
