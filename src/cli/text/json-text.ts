import { harmless } from '../../model/harmless.ts'

/** A value as JSON that is safe on a terminal: what would act there is escaped, which JSON reads as the same text. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => harmless(line))
    .join('\n')
}

/** The same on one line. */
export function jsonLine(value: unknown): string {
  return harmless(JSON.stringify(value))
}
