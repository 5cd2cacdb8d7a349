import type { Catalog } from './catalog.ts'
import { checkNames } from './check-names.ts'
import { delegableOf } from './meet.ts'
import { overlay, standardPolicy } from './overlay.ts'
import type { Policy } from './policy.ts'
import { type PolicyDocument, parsePolicyDocument } from './policy-document.ts'

/** A complete policy from a document or the name of a preset; what is not named comes from `standard`. */
export function resolvePolicy(input: unknown, catalog: Catalog): Policy {
  return resolveOn(standardPolicy(catalog), parsePolicyDocument(input), catalog)
}

/**
 * A child's complete policy; what its document does not name comes from its parent's `delegable`. A preset means the same
 * for a child as for anybody, so a document that names one has said everything.
 */
export function resolveChild(parent: Policy, input: unknown, catalog: Catalog): Policy {
  const document = parsePolicyDocument(input)
  const base = document.preset === undefined ? delegableOf(parent) : standardPolicy(catalog)
  return resolveOn(base, document, catalog)
}

function resolveOn(base: Policy, document: PolicyDocument, catalog: Catalog): Policy {
  return overlay(base, checkNames(document, catalog), catalog)
}
