import * as z from 'zod'
import { strict } from './strict.ts'

/** How bad an issue is, mildest first: the position is the rank. */
export const SEVERITIES = ['low', 'medium', 'high'] as const
export const Severity = z.enum(SEVERITIES)
export type Severity = z.infer<typeof Severity>

/** What an issue is about, in the order in which they are tried; a step may name its own instead. */
export const CATEGORIES = [
  'security',
  'deprecation',
  'performance',
  'validation',
  'compatibility',
  'configuration',
  'style',
  'other',
] as const
export type Category = (typeof CATEGORIES)[number]

/** A warning or an error as a step reports it: a plain sentence, or one with what the step knows about it. */
export const RawIssue = z.union(
  [
    z.string().min(1),
    strict({
      text: z.string().min(1),
      severity: z.string().optional(),
      category: z.string().optional(),
      suggested_fix: z.string().optional(),
    }).readonly(),
  ],
  { error: 'An issue is a non-empty text or {text, severity?, category?, suggested_fix?}.' },
)
export type RawIssue = z.infer<typeof RawIssue>

/** A warning or an error that the policy can judge: severity and category are always known. */
export const Issue = strict({
  text: z.string().min(1),
  severity: Severity,
  category: z.string(),
  suggested_fix: z.string().optional(),
}).readonly()
export type Issue = z.infer<typeof Issue>
