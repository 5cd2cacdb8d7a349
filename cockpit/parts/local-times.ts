import type { Actor } from '../../src/model/actor.ts'

const ISO_TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** What stands in the log as somebody's words. Our own have each time as people here read it; what others wrote is shown as it stands. */
export function wordsOf({ kind }: Pick<Actor, 'kind'>, text: string): string {
  return kind === 'system' ? text.replaceAll(ISO_TIME, (time) => new Date(time).toLocaleString()) : text
}
