import * as z from 'zod'
import { HIDDEN } from './hidden-characters.ts'

const HIDES = new RegExp(HIDDEN, 'u')

/** What an agent is called. People know it by this alone, and halt it by this: two that look the same are the same. */
export const AgentName = z
  .string()
  .max(1000)
  .refine((name) => name !== '' && name === name.trim() && !HIDES.test(name), {
    error: 'An agent has a name of 1 to 1000 characters, all of which can be seen, without a space at either end.',
  })
