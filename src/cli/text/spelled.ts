import { calledAs } from '../../config/called-as.ts'
import { SUMMARIES } from '../command-list.ts'
import type { Io } from '../io.ts'

const COMMAND = new RegExp(`(?<![\\w./-])leeway (?=(?:${[...SUMMARIES.keys()].join('|')})(?![\\w-]))`, 'g')

/**
 * A sentence of ours with every command in it as this person types it. Only for our own sentences: what an agent wrote is
 * shown as it is, and data says `leeway` always.
 */
export function spelled(text: string, { environment }: Pick<Io, 'environment'>): string {
  const own = calledAs(environment)
  return own === 'leeway' ? text : text.replace(COMMAND, () => `${own} `)
}
