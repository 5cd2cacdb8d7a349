import type { Recommendation, SuggestedStatus } from '../model/recommendation.ts'
import type { Side, Signals } from '../model/signals.ts'
import { type AnyHeuristic, type Heuristic, scoreOf } from './heuristic.ts'
import { suggestedStatus } from './suggested-status.ts'

/** What is asked: which side, what is known, how sure to be, and which heuristics have a say. */
export interface RecommendationRequest<On extends Side> {
  readonly side: On
  readonly signals: Signals[On]
  /** The least confidence that makes a recommendation. */
  readonly threshold: number
  /** Names of heuristics, those of the other side among them. */
  readonly enabled: readonly string[]
  readonly heuristics: readonly AnyHeuristic[]
}

type Scores = Readonly<Record<string, number>>

const STATUS: { readonly [On in Side]: (signals: Signals[On], scores: Scores) => SuggestedStatus | null } = {
  push: () => null,
  pop: suggestedStatus,
}

/** Advises whether to open or close a frame: the mean score of the enabled heuristics against the threshold. */
export function recommend<On extends Side>(request: RecommendationRequest<On>): Recommendation {
  const { side, signals, threshold, enabled, heuristics } = request
  const asked = heuristics.filter(onSide(side)).filter(({ name }) => enabled.includes(name))
  const scores = Object.fromEntries(asked.map((heuristic) => [heuristic.name, scoreOf<On>(heuristic, signals)]))
  const confidence = Math.round(mean(Object.values(scores)))
  return {
    recommended: confidence >= threshold,
    confidence,
    scores,
    primary_reason: primaryReason(scores),
    suggested_status: STATUS[side](signals, scores),
  }
}

function onSide<On extends Side>(side: On) {
  return (heuristic: AnyHeuristic): heuristic is AnyHeuristic & Heuristic<On> => heuristic.side === side
}

function mean(scores: readonly number[]): number {
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)
}

function primaryReason(scores: Scores): string {
  const none: [string, number] = ['No strong signals', 0]
  const [name] = Object.entries(scores).reduce((most, next) => (next[1] > most[1] ? next : most), none)
  return name.replaceAll('_', ' ')
}
