const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const

/** How long ago something was, in the one unit that matters. */
export function age(since: string, now: Date): string {
  return span((now.getTime() - Date.parse(since)) / 1000)
}

/** A number of seconds for people. */
function span(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const unit = UNITS.find(([, size]) => whole >= size)
  return unit === undefined ? `${whole} s` : `${Math.floor(whole / unit[1])} ${unit[0]}`
}
