import * as z from 'zod'
import { strict } from '../model/strict.ts'
import type { Catalog } from '../policy/catalog.ts'
import { presetIn } from '../policy/find-preset.ts'
import { type PolicyDocument, PolicyDocumentSchema } from '../policy/policy-document.ts'

/** How free an agent is, as files say it: the name of a preset, or a policy document. */
export const Autonomy = z
  .union([z.string().min(1), PolicyDocumentSchema])
  .describe('How free the agent is: the name of a preset, or a policy document.')
export type Autonomy = z.infer<typeof Autonomy>

/** What a job changes of its agent's configuration. */
export const ConfigOverride = strict({ autonomy: Autonomy.optional() })
export type ConfigOverride = z.infer<typeof ConfigOverride>

/** Reads a bare name in the family that the file's format implies, so that a worker's `manual` is not a frame's. */
export function documentOf(autonomy: Autonomy, family: string, catalog: Catalog): PolicyDocument {
  const document = typeof autonomy === 'string' ? { preset: autonomy } : autonomy
  return document.preset === undefined
    ? document
    : { ...document, preset: presetIn(family, document.preset, catalog).name }
}
