import type { Seen } from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'

/** Somebody else was first at this row. */
export function versionConflict({ table, id }: Pick<Seen, 'table' | 'id'>): AppError {
  return new AppError('version_conflict', [], { details: { table, id } })
}
