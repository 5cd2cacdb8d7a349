import Database from 'better-sqlite3'
import type { Apply } from '../../engine/ports.ts'
import { newSigner } from '../signer.ts'
import { verifyChain } from '../verify-chain.ts'
import { SqliteLog } from './sqlite-log.ts'
import { verifyRowsIn } from './verify-rows.ts'

/** What a file is verified by. */
export interface FileProof {
  readonly apply: Apply
  /** The only keys whose signatures count; by default those that the file itself names. */
  readonly trusted?: readonly string[] | undefined
}

/** Reads the log and the rows of a database that nobody writes to, and gives a sentence for each thing that is wrong. */
export async function verifyFile(file: string, { apply, trusted }: FileProof): Promise<readonly string[]> {
  return [...(await chainFlaws(file, trusted)), ...rowFlaws(file, apply)]
}

async function chainFlaws(file: string, trusted: FileProof['trusted']): Promise<readonly string[]> {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    // Nothing is written here, so nothing is ever signed.
    const log = new SqliteLog(db, newSigner())
    const reading = {
      entries: async (query: Parameters<SqliteLog['entries']>[0]) => log.entries(query),
      links: async (query: Parameters<SqliteLog['links']>[0]) => log.links(query),
      keys: async () => log.keys(),
    }
    const told: string[] = []
    for (const tenant of log.tenants()) {
      const report = await verifyChain(reading, { tenant, trusted })
      if (report.ok) continue
      const flaws = [report, ...report.others]
      told.push(...flaws.map(({ first, last, message }) => `Events ${first} to ${last} of ${tenant}: ${message}`))
      if (report.more > 0) told.push(`And ${report.more} more of ${tenant}.`)
    }
    return told
  } finally {
    db.close()
  }
}

function rowFlaws(file: string, apply: Apply): readonly string[] {
  const report = verifyRowsIn(file, apply)
  if (report.ok) return []
  const told = [report, ...report.others].map(({ table, id, message }) => `${table} ${id}: ${message}`)
  return report.more > 0 ? [...told, `And ${report.more} more rows.`] : told
}
