import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { KEPT } from '../../src/compose.ts'
import { backUp, restore, verifyKept } from '../../src/look-after.ts'
import { PersonId } from '../../src/model/ids.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { aHouse } from '../../src/testing/house.ts'

/** A backup in which somebody has changed something. */
async function aBackup(change = '') {
  const house = await aHouse()
  await house.desk.addPerson({ id: PersonId.parse('bob'), role: 'reviewer', tenants: '*' })
  const file = join(aFolder(), 'backup.db')
  await backUp({ root: house.root, file })
  const db = new Database(file)
  db.exec(change)
  db.close()
  return { file, root: aFolder(), house }
}

const BOB_ADMIN = `UPDATE people SET body = replace(body, '"reviewer"', '"admin"') WHERE id = 'bob'`

test.for([
  ['a row that makes somebody an administrator', BOB_ADMIN, 'people bob: It is not what the log makes of it.'],
  ['a changed event', `UPDATE events SET data = replace(data, '"reviewer"', '"admin"')`, 'Events'],
  ['a removed event', 'DELETE FROM events WHERE seq = 1', 'Events'],
] as const)('a backup with %s is refused, and leaves nothing behind', async ([, change, told]) => {
  const { file, root } = await aBackup(change)
  await expect(restore({ root, file })).rejects.toMatchObject({
    code: 'not_a_database',
    message: expect.stringContaining(told),
    details: { next: expect.stringContaining('--despite-flaws') },
  })
  expect(existsSync(join(root, KEPT))).toBe(false)
})

test('where there is no better one it is taken all the same, and says what is wrong with it', async () => {
  const { file, root } = await aBackup(BOB_ADMIN)
  const { flaws } = await restore({ root, file }, { despiteFlaws: true })
  expect(flaws).toEqual(['people bob: It is not what the log makes of it.'])
  expect(existsSync(join(root, KEPT))).toBe(true)
})

test('a backup is held against the key that somebody noted', async () => {
  const { file, root, house } = await aBackup()
  const [report] = await verifyKept(house.root, {})
  const key = report?.ok ? (report.keys[0] ?? '') : ''
  await expect(restore({ root, file }, { trusted: ['0'.repeat(64)] })).rejects.toMatchObject({ code: 'not_a_database' })
  expect(await restore({ root, file }, { trusted: [key] })).toMatchObject({ flaws: [] })
})
