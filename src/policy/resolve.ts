import { AppError } from '../model/errors.ts'
import { AXES } from './axes.ts'
import type { Catalog } from './catalog.ts'
import { checkNames } from './check-names.ts'
import { delegableOf } from './meet.ts'
import { overlay } from './overlay.ts'
import type { Policy } from './policy.ts'
import { type PolicyDocument, parsePolicyDocument } from './policy-document.ts'

/** A complete policy from a document or the name of a preset; what is not named comes from `standard`. */
export function resolvePolicy(input: unknown, catalog: Catalog): Policy {
  return resolveOn(standardPolicy(catalog), parsePolicyDocument(input), catalog)
}

/** A child's complete policy; what its document does not name comes from its parent's `delegable`. */
export function resolveChild(parent: Policy, input: unknown, catalog: Catalog): Policy {
  return resolveOn(delegableOf(parent), parsePolicyDocument(input), catalog)
}

/** The policy on which every other stands: the preset `standard`, which has to name every axis. */
export function standardPolicy(catalog: Catalog): Policy {
  const document = catalog.presets.get('standard')?.policy ?? {}
  const missing = AXES.filter((axis) => document[axis.name] === undefined)
  if (missing.length > 0) throw incomplete(missing.map((axis) => axis.name))
  return resolveOn({ delegable: {} } as Policy, document, catalog)
}

function resolveOn(base: Policy, document: PolicyDocument, catalog: Catalog): Policy {
  return deepFreeze(overlay(base, checkNames(document, catalog), catalog))
}

/** Decisions hand out parts of the policy as their limits; whoever writes into one must not change the policy. */
function deepFreeze<Part>(part: Part): Part {
  if (typeof part !== 'object' || part === null || Object.isFrozen(part)) return part
  for (const inner of Object.values(part)) deepFreeze(inner)
  return Object.freeze(part)
}

function incomplete(names: readonly string[]): AppError {
  const message = `The preset "standard" has to name every axis; it lacks ${names.join(', ')}.`
  return new AppError('invalid_input', [{ code: 'missing_key', message, path: '' }])
}
