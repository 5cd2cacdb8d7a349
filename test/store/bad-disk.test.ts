import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { LOCAL } from '../../src/model/ids.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { verifyChain } from '../../src/store/verify-chain.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { anEvent, aWrite } from '../../src/testing/store-rows.ts'
import { runChild } from './run-child.ts'

const PROGRAM = fileURLToPath(new URL('./fill-process.ts', import.meta.url))
const NOBODY = 65_534

interface Line {
  readonly acknowledged?: string
}

const lines = (out: string): Line[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('invariant 7: a full disk stops the writer for ever, and takes nothing that was acknowledged', async () => {
  const folder = aFolder()
  const command = `ulimit -f 2000; exec "$0" "$@"`
  const { out } = await runChild(['bash', '-c', command, process.execPath, PROGRAM, folder])
  const said = lines(out)
  const acknowledged = said.flatMap(({ acknowledged: id }) => id ?? [])
  expect(acknowledged.length).toBeGreaterThan(5)
  const because = expect.stringMatching(
    /^A write could not be made durable, because (there is no room|the disk refused)/,
  )
  expect(said.slice(-2)).toEqual([
    { refused: 'store_stopped', because },
    { again: 'store_stopped', first: 1 },
  ])

  const store = await openSqliteStore({ folder })
  onTestFinished(() => store.close())
  const kept = await Promise.all(acknowledged.map((id) => store.get('jobs', id)))
  expect(kept.every((row) => row?.version === 1)).toBe(true)
  expect(await verifyChain(store, { tenant: LOCAL })).toMatchObject({ ok: true })
  await store.append(aWrite({ events: [anEvent()] }))
})

test('a folder that is read-only is told at once', async () => {
  const folder = join(aFolder(), 'store')
  mkdirSync(folder)
  chmodSync(join(folder, '..'), 0o755)
  chmodSync(folder, 0o555)
  const user = process.getuid?.() === 0 ? [String(NOBODY)] : []
  const { out } = await runChild([process.execPath, PROGRAM, folder, ...user])
  expect(lines(out)).toEqual([{ failed: 'read_only' }])
})
