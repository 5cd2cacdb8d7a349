import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '../testing/folder.ts'
import { leftLocks } from './left-locks.ts'

const NOW = new Date('2026-11-18T12:00:00Z')

function put(root: string, path: string, seconds: number): string {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  const at = new Date(NOW.getTime() - seconds * 1000)
  utimesSync(file, at, at)
  return file
}

test('locks of refs and of whole repositories are found once they are in the way, and told apart once nobody can be at work any more', async () => {
  const root = aFolder()
  const old = [
    'a.git/refs/heads/main.lock',
    'a.git/refs/leeway/history/phase-1-tactical.lock',
    'a.git/packed-refs.lock',
    'b.git/HEAD.lock',
    'b.git/index.lock',
    'b.git/shallow.lock',
  ].map((path) => put(root, path, 61))
  const young = put(root, 'b.git/refs/heads/main.lock', 10)
  put(root, 'b.git/refs/heads/phase-2-tactical.lock', 9)
  put(root, 'b.git/refs/heads/phase-1-tactical', 600)
  const found = await leftLocks(root, NOW)
  const filesOf = (wanted: boolean) => found.filter(({ isLeft }) => isLeft === wanted).map(({ file }) => file)
  expect(filesOf(true).sort()).toEqual(old.sort())
  expect(filesOf(false)).toEqual([young])
  expect(found[0]?.since).toEqual(new Date('2026-11-18T11:58:59Z'))
})

test('where nothing has a repository yet there is no lock', async () => {
  expect(await leftLocks(join(aFolder(), 'none'), NOW)).toEqual([])
})
