import * as z from 'zod'
import { strict } from '../model/strict.ts'
import { Autonomy } from './autonomy.ts'

/** The kinds of program that drive a job, each with the policy it has where its agent names none. */
export const PROGRAMS = ['phased', 'workflow', 'thread', 'plan'] as const
export type Program = (typeof PROGRAMS)[number]

/** An agent as a file: `agents/<name>.yaml`. */
export const AgentFile = strict({
  about: z.string().min(1).describe('What the agent is for, in one plain sentence.'),
  program: z.enum(PROGRAMS).optional().describe('The program that drives its jobs; phased when left out.'),
  autonomy: Autonomy.optional(),
})
export type AgentFile = z.infer<typeof AgentFile>
