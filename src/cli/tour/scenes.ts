import type { GateInput } from '../../model/gate.ts'

/** A moment of a scene: what the agent is about to do, in words and as the gate that is asked. */
export interface Moment {
  readonly says: string
  readonly gate: GateInput
}

/** One idea of the product, told by a few decisions under one policy. */
export interface GateScene {
  readonly title: string
  readonly story: string
  /** The name of a preset, or a document. */
  readonly policy: unknown
  /** What the policy means where it is a document; a preset says it itself. */
  readonly means?: string
  readonly moments: readonly Moment[]
  /** The presets that are shown side by side along a route. */
  readonly beside?: { readonly family: string; readonly route: string }
}

const CONFIDENT = { kind: 'action', confidence: 0.92, context: 'agent_autonomous' } as const

/** Every idea in the order in which they are easiest to understand. */
export const SCENES: readonly GateScene[] = [
  {
    title: 'What do you want to see?',
    story: 'A worker offers things as it goes. You say which types are worth your time.',
    policy: 'workers/semi_supervised',
    moments: [
      { says: 'It writes a note for itself.', gate: { kind: 'checkpoint', type: 'note' } },
      { says: 'It hands in the deliverable.', gate: { kind: 'checkpoint', type: 'deliverable' } },
    ],
  },
  {
    title: 'How far may a job go alone?',
    story: 'A job plans and works in phases. You choose after which of them it waits for you.',
    policy: 'jobs/partial',
    beside: { family: 'jobs', route: 'job' },
    moments: [
      { says: 'The first plan is ready.', gate: { kind: 'phase', phase: 'strategic', number: 1 } },
      { says: 'The first piece of work is done.', gate: { kind: 'phase', phase: 'tactical', number: 2 } },
    ],
  },
  {
    title: 'What may a run pass over?',
    story: 'Steps end with warnings and errors. Small ones are collected; you say what is still small.',
    policy: 'runs/autonomous',
    moments: [
      {
        says: 'A step warns that a name is deprecated.',
        gate: { kind: 'step', phase: 'build', status: 'warning', warnings: ['deprecated: use parseAll instead'] },
      },
      {
        says: 'A step finds a leaked key.',
        gate: { kind: 'step', phase: 'build', status: 'failure', errors: ['security: a secret key is in the log'] },
      },
    ],
  },
  {
    title: 'How sure, and at what risk?',
    story: 'An agent that acts for you says how sure it is and what could go wrong.',
    policy: 'threads/end_to_end',
    moments: [
      {
        says: 'It drafts a reply; nothing is sent yet.',
        gate: { ...CONFIDENT, action: { kind: 'standard', irreversibility: 'low', regret_potential: 'low' } },
      },
      {
        says: 'It deletes the old mailbox.',
        gate: { ...CONFIDENT, action: { kind: 'standard', irreversibility: 'high', regret_potential: 'medium' } },
      },
    ],
  },
  {
    title: 'When does other work get a frame of its own?',
    story: 'Heuristics watch for a change of goal, errors and length. The agent may act on them, suggest, or neither.',
    policy: 'frames/suggest',
    moments: [
      {
        says: 'In the middle of the parser, the build breaks and has to be mended first.',
        gate: {
          kind: 'push',
          signals: {
            currentGoal: 'write the parser',
            potentialGoal: 'repair the broken build',
            recentMessages: 24,
            recentFileChanges: ['ci.yml', 'build.ts', 'lock', 'setup.ts', 'image', 'cache.ts'],
            errorCount: 4,
            tokenCount: 60_000,
          },
        },
      },
    ],
  },
  {
    title: 'What does no trust allow?',
    story:
      'Rules know single tools by name, and their arguments as text. A deny holds even where nobody is ever asked. ' +
      'What a command does once a shell runs it, no rule can tell: give the agent tools that do one thing each.',
    policy: {
      preset: 'jobs/full',
      // oxlint-disable-next-line unicorn/no-thenable -- the word of the published policy format
      rules: [{ match: { tool: 'delete_file' }, then: 'deny', because: 'this tool is not for the agent' }],
    },
    means: 'jobs/full, and one rule: the tool delete_file is never called.',
    moments: [
      { says: 'It reads a file.', gate: { kind: 'tool', tool: 'read_file', args: { path: 'build/log.txt' } } },
      { says: 'It deletes the file.', gate: { kind: 'tool', tool: 'delete_file', args: { path: 'build/log.txt' } } },
    ],
  },
]

/** A parent, and children that ask it for a policy: nobody hands on more than they have. */
export const DELEGATION = {
  title: 'What may be handed on?',
  story: 'A job may give part of its work to another. The child never gets more freedom than its parent may hand on.',
  parent: 'jobs/guided',
  children: ['jobs/dependent', 'jobs/review'],
} as const
