import type { Job } from './job.ts'

/**
 * The key of an agent's standing job. One that has ended stays so; the next is a job of its own, under a key of its own,
 * which is the same for every process that begins it. No agent's name makes one of these out of another.
 */
export function standingKey(agent: string, generation: number): string {
  return generation === 1 ? `agent:${agent}` : `agent#${generation}:${agent}`
}

/** Whether a job is its agent's standing one, so that whoever starts the agent again begins the next. */
export function isStanding({ key, agent }: Pick<Job, 'key' | 'agent'>): boolean {
  return key !== null && /^agent(#\d+)?:/.test(key) && key.endsWith(`:${agent}`)
}
