import type { Pull } from './pull.ts'
import { escapeHidden } from './quote.ts'

const SHOWN_FILES = 5

/** What whoever looks at work has to know once `main` is not what it was offered on top of, in two sentences. */
export function behindText({ round, behind }: BehindMain): string {
  const moved = `has moved on since round ${round}, ${behind.conflicts.length === 0 ? 'without a conflict' : `and conflicts with it in ${filesText(behind)}`}`
  return `${moved}. The agent has to bring it anew on top of that, and it is reviewed again.`
}

/** The same in a word or two, for a line of a list. */
export function behindShort({ conflicts }: NonNullable<Pull['behind']>): string {
  if (conflicts.length === 0) return 'main moved on'
  const [only, another] = conflicts
  return `main moved on, conflict in ${another === undefined ? escapeHidden(only ?? '') : `${conflicts.length} files`}`
}

/** What is added to the reason of a merge that was refused. */
export function anewText(behind: NonNullable<Pull['behind']>): string {
  const anew = 'the agent has to bring it anew.'
  return behind.conflicts.length === 0 ? `Nothing conflicts; ${anew}` : `It conflicts in ${filesText(behind)}; ${anew}`
}

interface BehindMain extends Pick<Pull, 'round'> {
  readonly behind: NonNullable<Pull['behind']>
}

function filesText({ conflicts }: NonNullable<Pull['behind']>): string {
  const named = conflicts.slice(0, SHOWN_FILES).map(escapeHidden).join(', ')
  return conflicts.length > SHOWN_FILES ? `${named} and ${conflicts.length - SHOWN_FILES} more` : named
}
