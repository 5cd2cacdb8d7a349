import { AppError } from '../../model/errors.ts'
import { didYouMean } from '../../model/nearest.ts'
import type { Problem } from '../../model/problem.ts'
import { quote } from '../../model/quote.ts'
import type { Catalog } from '../../policy/catalog.ts'
import { presetIn } from '../../policy/find-preset.ts'
import { isMap, type SaidAutonomy, valueAt } from './said-autonomy.ts'

/** Every preset and heuristic that a place names and nobody knows. Looks also into what is otherwise wrong. */
export function unknownNames({ at, family, value }: SaidAutonomy, catalog: Catalog): readonly Problem[] {
  if (typeof value === 'string') return unknownPreset({ at, family, value }, catalog)
  if (!isMap(value)) return []
  const { preset, delegable } = value
  return [
    ...unknownPreset({ at: `${at}/preset`, family, value: preset }, catalog),
    ...unknownHeuristics(value, at, catalog),
    ...(isMap(delegable) ? unknownNames({ at: `${at}/delegable`, family: '', value: delegable }, catalog) : []),
  ]
}

function unknownPreset({ at, family, value }: SaidAutonomy, catalog: Catalog): readonly Problem[] {
  if (typeof value !== 'string') return []
  try {
    presetIn(family, value, catalog)
    return []
  } catch (error) {
    if (error instanceof AppError) return error.problems.map((problem) => ({ ...problem, path: at }))
    throw error
  }
}

function unknownHeuristics(document: unknown, at: string, catalog: Catalog): readonly Problem[] {
  const names = valueAt(document, ['frames', 'enabled_heuristics'])
  const known = catalog.heuristics.map((heuristic) => heuristic.name)
  if (!Array.isArray(names)) return []
  return names.flatMap((name: unknown, index): readonly Problem[] => {
    if (typeof name !== 'string' || known.includes(name)) return []
    const message = `There is no heuristic ${quote(name)}.${didYouMean(name, known)}`
    return [{ code: 'unknown_name', message, path: `${at}/frames/enabled_heuristics/${index}` }]
  })
}
