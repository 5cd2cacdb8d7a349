import * as z from 'zod'
import { strict } from '../model/strict.ts'
import { IssueWords } from '../policy/issues/issue-words.ts'
import { Autonomy } from './autonomy.ts'
import { ForgeSettings } from './forge-settings.ts'

/** The project's own settings: `leeway.yaml`. */
export const ProjectFile = strict({
  autonomy: Autonomy.optional().describe('What differs from `standard` for every agent of this project.'),
  ceilings: strict({
    global: Autonomy.optional(),
    project: Autonomy.optional(),
    users: z.record(z.string().min(1), Autonomy).optional(),
  })
    .optional()
    .describe('The most that any job may get; the strictest counts, on each axis.'),
  threads: strict({ default_autonomy_composition: z.string().min(1).optional() })
    .optional()
    .describe('The preset of threads whose agent names none.'),
  tenants: z.string().min(1).optional().describe('The folder of the tenant files; `leeway/tenants` when left out.'),
  forge: ForgeSettings.optional().describe('The forge on which pull requests are shown, and which keeps `main`.'),
  issue_words: IssueWords.optional().describe('Words by which this project tells the severity and category of issues.'),
})
export type ProjectFile = z.infer<typeof ProjectFile>
