import * as z from 'zod'
import { strict } from '../model/strict.ts'
import { PolicyDocumentSchema } from '../policy/policy-document.ts'

/** A preset as a file: `presets/<family>/<name>.yaml`. */
export const PresetFile = strict({
  sentence: z.string().min(1).describe('What the preset means for the person who picks it, in one plain sentence.'),
  when: z.string().min(1).optional().describe('When to choose it.'),
  policy: PolicyDocumentSchema.describe('The axes that the preset sets; the rest comes from `standard`.'),
})
export type PresetFile = z.infer<typeof PresetFile>
