import type { PopSignals } from '../../model/signals.ts'
import type { Heuristic } from '../heuristic.ts'
import { foldCase, keywords } from '../keywords.ts'

/** Successes, artifacts, and how many of the goal's words turn up in them. */
export const goalCompletion: Heuristic<'pop'> = {
  name: 'goal_completion',
  side: 'pop',
  about: 'There are successes and artifacts, and they speak of the goal.',
  score: (signals) => {
    const { successSignals = [], frameArtifacts = [] } = signals
    const coverage = Math.round(hitRatio(goalWords(signals), [...frameArtifacts, ...successSignals]) * 30)
    return Math.min(60, 20 * successSignals.length) + Math.min(30, 10 * frameArtifacts.length) + coverage
  },
}

/** Words times characters. Beyond it nothing is looked through, and what was not seen is no hit. */
const MOST_LOOKED_THROUGH = 100_000_000

function hitRatio(wanted: ReadonlySet<string>, done: readonly string[]): number {
  const length = done.reduce((sum, text) => sum + text.length + 1, 0)
  if (wanted.size === 0 || wanted.size * length > MOST_LOOKED_THROUGH) return 0

  const texts = done.map(foldCase)
  return [...wanted].filter((word) => texts.some((text) => text.includes(word))).length / wanted.size
}

function goalWords({ goalKeywords, frameTitle = '', frameSuccessCriteria = '' }: PopSignals): ReadonlySet<string> {
  if (goalKeywords === undefined) return keywords(`${frameTitle} ${frameSuccessCriteria}`)
  // A blank word is part of every text, so it would be a hit for nothing.
  return new Set(goalKeywords.map((word) => foldCase(word.trim())).filter((word) => word !== ''))
}
