const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const

/** How long ago something was, in the one unit that matters. */
export function age(since: string, now: Date): string {
  return span((now.getTime() - Date.parse(since)) / 1000)
}

/** How long it is until then, to the next smaller unit: eight hours are no seven a moment later. */
export function timeLeft(until: string, now: Date): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now.getTime()) / 1000))
  const at = UNITS.findIndex(([, size]) => seconds >= size)
  const [unit, smaller] = [UNITS[at], UNITS[at + 1]]
  if (unit === undefined) return `${seconds} s`
  const rest = smaller === undefined ? 0 : Math.floor((seconds % unit[1]) / smaller[1])
  return `${Math.floor(seconds / unit[1])} ${unit[0]}${rest === 0 ? '' : ` ${rest} ${smaller?.[0]}`}`
}

/** A number of seconds for people. */
function span(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const unit = UNITS.find(([, size]) => whole >= size)
  return unit === undefined ? `${whole} s` : `${Math.floor(whole / unit[1])} ${unit[0]}`
}
