import type { Job } from './job.ts'

/** What keeps a standing job of an agent: the agent itself, a store that holds what workers offer, a reviewer that goes by a policy. */
type Keeper = 'agent' | 'auto-approve' | `checkpoint-store:${string}`

/**
 * The key of an agent's standing job. One that has ended stays so; the next is a job of its own, under a key of its own,
 * which is the same for every process that begins it. No agent's name makes one of these out of another.
 */
export function standingKey(agent: string, generation: number, keeper: Keeper = 'agent'): string {
  const [kind, ...rest] = keeper.split(':')
  return [generation === 1 ? kind : `${kind}#${generation}`, ...rest, agent].join(':')
}

/** Whether a job is a standing one of its agent, so that whoever starts the agent again begins the next. */
export function isStanding({ key, agent }: Pick<Job, 'key' | 'agent'>): boolean {
  return key !== null && /^(agent|auto-approve|checkpoint-store)(#\d+)?:/.test(key) && key.endsWith(`:${agent}`)
}

/** The key without its number: the same for all that follow each other. */
export function firstOf(key: string): string {
  return key.replace(/^([a-z-]+)#\d+:/, '$1:')
}
