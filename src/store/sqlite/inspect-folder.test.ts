import { expect, test } from 'vitest'
import { aFolder } from '../../testing/folder.ts'
import { anEvent, aWrite } from '../../testing/store-rows.ts'
import { inspectFolder } from './inspect-folder.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

/** A store whose only entry was written so long from now. */
async function writtenAt(ms: number): Promise<string> {
  const folder = aFolder()
  const store = await openSqliteStore({ folder })
  await store.append(aWrite({ events: [{ ...anEvent(), at: new Date(Date.now() + ms).toISOString() }] }))
  await store.close()
  return folder
}

const clockOf = (folder: string) => inspectFolder(folder).filter(({ check }) => check === 'clock')

test('a log that was written ahead of the clock is found, because time goes on from there', async () => {
  expect(clockOf(await writtenAt(86_400_000))).toMatchObject([
    { ok: false, detail: expect.stringContaining('a clock was ahead when that was written') },
  ])
})

test('a clock that differs by moments, or a log of yesterday, is nothing to tell', async () => {
  expect(clockOf(await writtenAt(10_000))).toEqual([])
  expect(clockOf(await writtenAt(-86_400_000))).toEqual([])
})
