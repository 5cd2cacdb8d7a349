import type { TraceEntry } from '../model/decision.ts'
import { RISK_LEVELS, type RiskLevel } from '../model/risk.ts'
import type { Judge } from './axis.ts'
import type { Risk } from './evidence.ts'
import { writtenOnce } from './written-once.ts'

interface Threshold {
  readonly axis: string
  readonly threshold: RiskLevel
  readonly observe: (risk: Risk) => RiskLevel | 'unsaid'
  /** What is measured, in words. */
  readonly noun: string
}

/** Judges one word of an action's risk against the worst word that passes. */
export function riskThreshold({ axis, threshold, observe, noun }: Threshold): Judge<'action' | 'tool'> {
  const answers = writtenOnce(WORDS, answer)
  return {
    judge: (_gate, { risk }) => answers(observe(risk)),
    relax: (_gate, { risk }) => ({ [axis]: levelOf(observe(risk)) }),
  }

  function answer(word: RiskLevel | 'unsaid'): TraceEntry {
    const observed = levelOf(word)
    const within = RISK_LEVELS.indexOf(observed) <= RISK_LEVELS.indexOf(threshold)
    if (within)
      return { axis, outcome: 'pass', observed, limit: threshold, because: `the ${noun} is at most ${threshold}` }
    const is = word === 'unsaid' ? 'is not said, which counts as high,' : `is ${word},`
    return { axis, outcome: 'ask', observed, limit: threshold, because: `the ${noun} ${is} above ${threshold}` }
  }
}

const WORDS = [...RISK_LEVELS, 'unsaid'] as const

function levelOf(word: RiskLevel | 'unsaid'): RiskLevel {
  return word === 'unsaid' ? 'high' : word
}
