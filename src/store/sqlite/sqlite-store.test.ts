import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { aFolder } from '../../testing/folder.ts'
import { storeContract } from '../store-contract.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

// Making the tables costs more syncs of the disk than a test does, so they are made once.
let template = ''
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'leeway-'))
  await (await openSqliteStore({ folder: template })).close()
})
afterAll(() => rmSync(template, { recursive: true }))

storeContract('sqlite', (clock) => {
  const folder = aFolder()
  cpSync(template, folder, { recursive: true })
  return openSqliteStore({ folder, clock })
})
