import * as z from 'zod'

/** Whether a process is there that goes on with something, the surest first. */
export const PRESENCES = [
  /** A process waits for exactly this answer, and goes on at once. */
  'waiting',
  /** A process has the job open; it takes an answer up when it asks again. */
  'there',
  /** An agent over HTTP has it and has not been heard of for a while. It may come back by itself. */
  'silent',
  /** None has it open; whoever asks again under the same key finds it. */
  'away',
  /** None has it open and it has no key, so that nobody finds it again. */
  'lost',
] as const

/** What is known at this moment of the processes behind a job, or behind what is held in it. */
export const Presence = z
  .object({
    is: z.enum(PRESENCES),
    /** When a silent one was last heard of; null for the others. */
    heard_at: z.string().nullable(),
  })
  .readonly()
export type Presence = z.infer<typeof Presence>
