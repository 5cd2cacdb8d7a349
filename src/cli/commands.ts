import type { Command } from './io.ts'

interface Entry {
  readonly summary: string
  readonly load: () => Promise<{ readonly command: Command }>
}

/** Every command. Each is loaded when it is called, so that asking for help costs nothing. */
export const COMMANDS: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ['decide', { summary: 'answer "may I go on?" for each line', load: () => import('./commands/decide.ts') }],
  [
    'compare',
    { summary: 'tell whether a child is freer than its parent', load: () => import('./commands/compare.ts') },
  ],
  [
    'policy',
    {
      summary: 'show a policy with every axis, and where each value came from',
      load: () => import('./commands/policy.ts'),
    },
  ],
  ['presets', { summary: 'list the presets and what they mean', load: () => import('./commands/presets.ts') }],
  ['explain', { summary: 'put a decision into words and a table', load: () => import('./commands/explain.ts') }],
  ['validate', { summary: 'find every mistake in configuration files', load: () => import('./commands/validate.ts') }],
  [
    'schema',
    { summary: 'print the JSON Schema of a file, a gate or a decision', load: () => import('./commands/schema.ts') },
  ],
  ['tour', { summary: 'see a few decisions being made', load: () => import('./commands/tour.ts') }],
])
