import type { backUp } from '../../look-after.ts'
import { harmless } from '../../model/harmless.ts'

/** One line for every repository that a backup or a restore had to leave out. */
export function leftText(left: Awaited<ReturnType<typeof backUp>>['left']): string {
  return left.map(({ repository, reason }) => `Left out: ${harmless(repository)}. ${harmless(reason)}\n`).join('')
}
