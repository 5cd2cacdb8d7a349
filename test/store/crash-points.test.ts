import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { Store } from '../../src/engine/ports.ts'
import { LOCAL } from '../../src/model/ids.ts'
import { CRASH_POINTS } from '../../src/store/sqlite/crash-point.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { verifyChain } from '../../src/store/verify-chain.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { runChild } from './run-child.ts'

const PROGRAM = fileURLToPath(new URL('./crash-process.ts', import.meta.url))

/** Ids of what is there: every write has two rows, an event and an effect, and all of them or none. */
async function completeWrites(store: Store, ended: ReadonlySet<string>): Promise<Set<string>> {
  const events = (await store.events({ limit: 1000 })).map(({ data }) => (data as { why: string }).why)
  const effects = new Map((await store.dueEffects(1000)).map((effect) => [effect.id, effect]))
  const rows = await store.find({ table: 'jobs', index: 'by_tenant', equals: [LOCAL], limit: 1000 })
  const ids = new Set(rows.map(({ id }) => id))
  expect([...ids].toSorted()).toEqual(events.flatMap((id) => [id, `${id}-too`]).toSorted())
  const gone = events.filter((id) => !effects.has(id) && !ended.has(id))
  // Only the one effect that was being ended may be gone without anybody having heard of it.
  expect(gone.length).toBeLessThanOrEqual(1)
  expect([...effects.keys()].every((id) => ids.has(id) && !ended.has(id))).toBe(true)
  return new Set(events)
}

test.for(CRASH_POINTS)(
  'nothing acknowledged is lost, and nothing is half done, when the process is killed at %s',
  async (point) => {
    const folder = aFolder()
    const { out, err, signal } = await runChild([process.execPath, PROGRAM, folder, point, '3'])
    expect({ err, signal }).toEqual({ err: '', signal: 'SIGKILL' })
    const told = out.trim().split('\n')
    const of = (did: string): string[] =>
      told.filter((line) => line.startsWith(`${did} `)).map((line) => line.slice(did.length + 1))

    const store = await openSqliteStore({ folder })
    onTestFinished(() => store.close())
    const present = await completeWrites(store, new Set(of('end')))
    expect(of('append').filter((id) => !present.has(id))).toEqual([])
    const retried = (await store.dueEffects(1000)).filter(({ tries }) => tries > 0).map(({ id }) => id)
    expect(of('retry').filter((id) => !retried.includes(id))).toEqual([])
    const lease = await store.lease('other', 'me', 1)
    expect(of('lease').every((epoch) => Number(epoch) < (lease?.epoch ?? 0))).toBe(true)
    expect(await verifyChain(store, { tenant: LOCAL })).toMatchObject({ ok: true, events: present.size })
  },
)
