import type { TraceEntry } from '../model/decision.ts'
import { RISK_LEVELS, type RiskLevel } from '../model/risk.ts'
import type { Judge } from './axis.ts'
import type { Risk } from './evidence.ts'

interface Threshold {
  readonly axis: string
  readonly threshold: RiskLevel
  readonly observe: (risk: Risk) => RiskLevel
  /** What is measured, in words. */
  readonly noun: string
}

/** Judges one word of an action's risk against the worst word that passes. */
export function riskThreshold({ axis, threshold, observe, noun }: Threshold): Judge<'action' | 'tool'> {
  // Three words and one limit give three possible answers, so they are written once and shared.
  const [low, medium, high] = RISK_LEVELS.map((level) =>
    Object.freeze(answer({ axis, threshold, noun }, level)),
  ) as Answers
  return {
    judge: (_gate, { risk }) => {
      const level = observe(risk)
      if (level === 'low') return low
      return level === 'medium' ? medium : high
    },
    relax: (_gate, { risk }) => ({ [axis]: observe(risk) }),
  }
}

type Answers = [TraceEntry, TraceEntry, TraceEntry]

function answer({ axis, threshold, noun }: Omit<Threshold, 'observe'>, level: RiskLevel): TraceEntry {
  const within = RISK_LEVELS.indexOf(level) <= RISK_LEVELS.indexOf(threshold)
  if (within)
    return { axis, outcome: 'pass', observed: level, limit: threshold, because: `the ${noun} is at most ${threshold}` }
  return {
    axis,
    outcome: 'ask',
    observed: level,
    limit: threshold,
    because: `the ${noun} is ${level}, above ${threshold}`,
  }
}
