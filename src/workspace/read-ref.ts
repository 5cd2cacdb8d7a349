import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Oid } from './oid.ts'

/**
 * The object that a ref is at, by the file in which git keeps it: `null` where there is no such ref. Nothing where refs are put together in one
 * file, or the file says anything else: then it is for git to say. Git looks in this order too, so that a ref on its way there is never missed.
 */
export function readRef(folder: string, ref: string): Oid | null | undefined {
  try {
    return Oid.safeParse(readFileSync(join(folder, ref), 'latin1').replace(/\n$/, '')).data
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code !== 'ENOENT'
    return isThere || existsSync(join(folder, 'packed-refs')) ? undefined : null
  }
}
