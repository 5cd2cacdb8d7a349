import type { backUp } from '../../look-after.ts'
import { harmless } from '../../model/harmless.ts'

type Carried = Pick<Awaited<ReturnType<typeof backUp>>, 'left' | 'flawed'>

/** One line for every repository that a backup or a restore had to leave out, or took along although something is wrong with it. */
export function leftText({ left, flawed }: Carried): string {
  const lines = (word: string, noted: Carried['left']) =>
    noted.map(({ repository, reason }) => `${word}: ${harmless(repository)}. ${harmless(reason)}\n`)
  return [...lines('Left out', left), ...lines('Taken as it is', flawed)].join('')
}
