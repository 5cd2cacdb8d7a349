import { AppError } from '../model/errors.ts'
import { didYouMean } from '../model/nearest.ts'
import { quote } from '../model/quote.ts'
import { within } from '../model/within.ts'
import type { Catalog } from './catalog.ts'
import { layersOf } from './overlay.ts'
import type { DelegableDocument, PolicyDocument } from './policy-document.ts'

/** Refuses a document that refers to a preset or heuristic nobody knows: it would silently drop a voice. */
export function checkNames(document: PolicyDocument, catalog: Catalog): PolicyDocument {
  checkHeuristics(document, catalog)
  for (const { delegable } of layersOf(document, catalog).map(({ says }) => says)) {
    if (delegable !== undefined) within('/delegable', () => checkHeuristics(delegable, catalog))
  }
  return document
}

function checkHeuristics(document: DelegableDocument, catalog: Catalog): void {
  const known = catalog.heuristics.map((heuristic) => heuristic.name)
  const enabled = layersOf(document, catalog).flatMap(({ says }) => says.frames?.enabled_heuristics ?? [])
  const unknown = enabled.find((name) => !known.includes(name))
  if (unknown === undefined) return
  const message = `There is no heuristic ${quote(unknown)}.${didYouMean(unknown, known)}`
  throw new AppError('invalid_input', [{ code: 'unknown_name', message, path: '/frames/enabled_heuristics' }])
}
