import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { LOCAL } from '../../src/model/ids.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { verifyChain } from '../../src/store/verify-chain.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { runChild } from './run-child.ts'

const PROGRAM = fileURLToPath(new URL('./write-process.ts', import.meta.url))
const WRITES = 30

async function write(folder: string, name: string): Promise<string[]> {
  const { out, err } = await runChild([process.execPath, PROGRAM, folder, name, String(WRITES)])
  expect(err).toBe('')
  return out.trim().split('\n')
}

test('three processes write to one folder at once: what each was told is there exactly once, in one chain', async () => {
  const folder = aFolder()
  const acknowledged = (await Promise.all(['a', 'b', 'c'].map((name) => write(folder, name)))).flat()
  expect(acknowledged).toHaveLength(3 * WRITES)

  const store = await openSqliteStore({ folder })
  onTestFinished(() => store.close())
  const events = await store.events({ limit: 1000 })
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 3 * WRITES }, (_, at) => at + 1))
  expect(events.map(({ data }) => (data as { why: string }).why).toSorted()).toEqual(acknowledged.toSorted())
  expect((await store.dueEffects(1000)).map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted())
  const rows = await Promise.all(acknowledged.map((id) => store.get('jobs', id)))
  expect(rows.every((row) => row?.version === 1)).toBe(true)
  expect(await store.get('jobs', 'shared')).toMatchObject({ version: 3 * WRITES, row: { title: String(3 * WRITES) } })
  expect(await verifyChain(store, { tenant: LOCAL })).toMatchObject({ ok: true, events: 3 * WRITES })
  expect(Object.keys(await store.keys())).toHaveLength(1)
})
