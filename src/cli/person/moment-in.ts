import * as z from 'zod'
import { quote } from '../../model/quote.ts'
import { wrongCall } from '../wrong-call.ts'

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Days that no month has are refused, and not taken for others. */
const Time = z.iso.datetime({ offset: true })

/** A moment to come, as people write it: a time with its zone, or how long from now. */
export function momentIn(option: string, text: string, now: Date): string {
  const moment = momentOf(text, now)
  if (moment === undefined)
    throw wrongCall(`${option} is a time such as 2030-01-31T12:00:00Z, or 30m, 8h, 7d; not ${quote(text)}.`)
  if (moment.getTime() > now.getTime()) return moment.toISOString()
  throw wrongCall(`${option} ${quote(text)} is over: it is ${now.toISOString()}. Say a time to come, or 30m, 8h, 7d.`)
}

function momentOf(text: string, now: Date): Date | undefined {
  const [, number, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (number !== undefined) return new Date(now.getTime() + Number(number) * (SECONDS[unit] ?? 1) * 1000)
  return Time.safeParse(text).success ? new Date(text) : undefined
}
