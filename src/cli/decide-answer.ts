import type { Catalog } from '../policy/catalog.ts'
import type { Answer } from './answer-block.ts'
import { decideRequest } from './decide-request.ts'
import { decisionText } from './decision-text.ts'
import { PolicyCache } from './policy-cache.ts'

/** Answers a request with its decision. */
export function decideAnswer(catalog: Catalog): Answer {
  const policies = new PolicyCache(catalog)
  return (request) => decisionText(decideRequest(request, policies).decision)
}
