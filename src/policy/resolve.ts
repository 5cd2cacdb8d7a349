import { AppError } from '../model/errors.ts'
import { didYouMean } from '../model/nearest.ts'
import { quote } from '../model/quote.ts'
import { AXES, type AxisValues } from './axes.ts'
import type { Catalog } from './catalog.ts'
import { delegableOf } from './meet.ts'
import { overlay } from './overlay.ts'
import type { Policy } from './policy.ts'
import { parsePolicyDocument } from './policy-document.ts'

/** The policy on which every other stands: the preset `standard`, which has to name every axis. */
export function standardPolicy(catalog: Catalog): Policy {
  const document = catalog.presets.get('standard')?.policy ?? {}
  const missing = AXES.filter((axis) => document[axis.name] === undefined)
  if (missing.length > 0) throw incomplete(missing.map((axis) => axis.name))
  return checked(overlay({ delegable: {} } as Policy, document, catalog), catalog)
}

/** A complete policy from a document or the name of a preset; what is not named comes from `standard`. */
export function resolvePolicy(input: unknown, catalog: Catalog): Policy {
  return resolveOn(standardPolicy(catalog), input, catalog)
}

/** A child's complete policy; what its document does not name comes from its parent's `delegable`. */
export function resolveChild(parent: Policy, input: unknown, catalog: Catalog): Policy {
  return resolveOn(delegableOf(parent), input, catalog)
}

/** A complete policy from a document laid over another policy. */
function resolveOn(base: Policy, input: unknown, catalog: Catalog): Policy {
  return checked(overlay(base, parsePolicyDocument(input), catalog), catalog)
}

/** Heuristics are known by name only, and a name that nobody knows would silently drop a voice. */
function checked(policy: Policy, catalog: Catalog): Policy {
  const known = catalog.heuristics.map((heuristic) => heuristic.name)
  const enabled = [policy as Partial<AxisValues>, policy.delegable].flatMap(
    (axes) => axes.frames?.enabled_heuristics ?? [],
  )
  const unknown = enabled.find((name) => !known.includes(name))
  if (unknown === undefined) return policy
  const message = `There is no heuristic ${quote(unknown)}.${didYouMean(unknown, known)}`
  throw new AppError('invalid_input', [{ code: 'unknown_name', message, path: '/frames/enabled_heuristics' }])
}

function incomplete(names: readonly string[]): AppError {
  const message = `The preset "standard" has to name every axis; it lacks ${names.join(', ')}.`
  return new AppError('invalid_input', [{ code: 'missing_key', message, path: '' }])
}
