import * as z from 'zod'
import { whyNoForge } from '../model/forge-address.ts'
import { PersonId } from '../model/ids.ts'
import { strict } from '../model/strict.ts'

/** In capitals, as variables are: hardly any token could stand here by mistake, and be repeated in an error. */
const VARIABLE = /^(?!LEEWAY_)[A-Z_][A-Z0-9_]{0,127}$/
const Named = strict({
  $secret: z.string().regex(VARIABLE, {
    error:
      'Write the name of a variable, in capitals, such as FORGE_TOKEN; names that begin with LEEWAY_ are for other things.',
  }),
})
/** The name of a secret, never the secret itself. As one of two readings its error is ours, and does not repeat what was written. */
const SecretName = z.union([Named, z.never()], {
  error: 'Name a secret, such as { $secret: FORGE_TOKEN }, and keep the secret itself elsewhere.',
})
const Name = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/

/** The forge of a project, in `leeway.yaml`. */
export const ForgeSettings = strict({
  kind: z
    .enum(['github', 'gitea'], { error: 'Write github, or gitea, which is Forgejo as well.' })
    .describe('`gitea` is Forgejo as well.'),
  url: z
    .string()
    .superRefine((text, context) => {
      const message = whyNoForge(text)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
    .optional()
    .describe('Its address. Of GitHub that of its API, and its public one when left out.'),
  repository: z
    .string()
    .refine((text) => text.split('/').length === 2 && text.split('/').every((part) => Name.test(part)), {
      error: 'A repository is written as owner/name.',
    })
    .describe('The repository, as owner/name.'),
  main: z
    .string()
    .regex(Name, { error: 'Write the name of a branch, such as main.' })
    .default('main')
    .describe('The branch that holds what was approved.'),
  token: SecretName.describe('Names the secret that is the token of an account of its own there.'),
  webhook_secret: SecretName.optional().describe('Names the secret with which the forge signs its messages.'),
  people: z
    .record(z.string().min(1).max(100), PersonId)
    .default({})
    .describe('Accounts there, and the people here whose they are. Nobody else counts.'),
  poll_seconds: z.int().min(5).max(3600).default(30).describe('How often it is looked at, beside its messages.'),
}).refine((forge) => forge.kind !== 'gitea' || forge.url !== undefined, {
  error: 'Say where it is: its address, beginning with https.',
  path: ['url'],
  // Also beside other mistakes, so that all are told at once.
  when: ({ value }) => typeof value === 'object' && value !== null,
})
export type ForgeSettings = z.infer<typeof ForgeSettings>
