import type { Autonomy } from '../config/autonomy.ts'

/** Only `send` and deliverables go to a person; `wipe` is denied. */
export const HOUSE_POLICY = {
  preset: 'jobs/full',
  checkpoint_types: ['deliverable'],
  rules: [
    { match: { tool: 'send' }, then: 'ask' },
    { match: { tool: 'wipe' }, then: 'deny' },
  ],
} satisfies Autonomy
