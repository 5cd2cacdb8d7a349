import { quote } from '../../model/quote.ts'
import { wrongCall } from '../wrong-call.ts'

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** A moment as people write it: a time with its zone, or how long from now. */
export function momentIn(option: string, text: string, now: Date): string {
  const [, number, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (number !== undefined) return new Date(now.getTime() + Number(number) * (SECONDS[unit] ?? 1) * 1000).toISOString()
  const at = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : undefined
  if (at !== undefined && !Number.isNaN(at.getTime())) return at.toISOString()
  throw wrongCall(`${option} is a time such as 2026-01-31T12:00:00Z, or 30m, 8h, 7d; not ${quote(text)}.`)
}
