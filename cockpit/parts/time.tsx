import { type MouseEvent, useSyncExternalStore } from 'react'
import { serverClock } from '../data/server-clock.ts'

const STEP_MS = 10_000
let now = serverClock.now()
const watchers = new Set<() => void>()
const look = () => {
  now = serverClock.now()
  for (const watcher of watchers) watcher()
}
setInterval(look, STEP_MS)
serverClock.watch(look)

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The server's time, as far as people look at it: it moves every ten seconds. */
export function useNow(): number {
  return useSyncExternalStore(watch, () => now)
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const

/** A length of time in its one or two largest units: `45s`, `14m`, `2h 5m`, `3d 4h`. */
export function inShort(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds}s`
  const [unit, size] = UNITS.find(([, one]) => seconds >= one) ?? ['m', 60]
  const whole = Math.floor(seconds / size)
  const next = UNITS[UNITS.findIndex(([name]) => name === unit) + 1]
  const rest = next === undefined || whole >= 10 ? 0 : Math.floor((seconds % size) / next[1])
  return rest === 0 || next === undefined ? `${whole}${unit}` : `${whole}${unit} ${rest}${next[0]}`
}

/** Gives an element its exact time as a title when somebody points at it: writing one out for every row costs more than the row. */
function tellExactly({ currentTarget }: MouseEvent<HTMLElement>): void {
  const at = currentTarget.dataset['at']
  if (at !== undefined) currentTarget.title = new Date(at).toLocaleString()
}

/** What an element needs to tell its exact time when somebody points at it. */
export function exactTime(at: string) {
  return { 'data-at': at, onMouseEnter: tellExactly } as const
}

/** How long something is ago; the exact time is in its title. */
export function Ago({ at, word = '' }: { readonly at: string; readonly word?: string }) {
  return agoAt(at, useNow(), word)
}

/** The same where the time is known: a list asks for it once, and not in each of its rows. */
export function agoAt(at: string, now: number, word = '') {
  const age = now - Date.parse(at)
  return (
    <time dateTime={at} {...exactTime(at)} className="nowrap">
      {age < 5000 ? NOW[word === '' ? 'short' : 'long'] : `${inShort(age)}${word}`}
    </time>
  )
}

const NOW = { short: 'now', long: 'just now' } as const

/** The time of day, to the second; the date is in its title. */
export function Clock({ at }: { readonly at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} {...exactTime(at)} className="nowrap">
      {date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })}
    </time>
  )
}
