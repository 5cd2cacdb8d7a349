import { parseOptions } from '../parse-options.ts'

const OPTIONS = {
  job: { type: 'string' },
  checkpoint: { type: 'string' },
  type: { type: 'string' },
  after: { type: 'string' },
  limit: { type: 'string' },
  head: { type: 'string' },
  'keep-head': { type: 'string' },
  key: { type: 'string', multiple: true },
  file: { type: 'string' },
  json: { type: 'boolean' },
} as const

/** The options of `leeway audit`. */
export type AuditOptions = ReturnType<typeof parseAudit>['values']

/** Reads how `leeway audit` was called. */
export function parseAudit(args: readonly string[]) {
  return parseOptions(args, { options: OPTIONS, allowPositionals: true })
}
