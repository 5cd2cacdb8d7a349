import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '../src/testing/folder.ts'
import { ownFolder, removeLeftFolders } from './left-folders.ts'

const PREFIX = 'leeway-tests-'
const isHere = existsSync('/proc/self/stat')

/** A folder with what its owner file says; none where that is undefined. */
function aLeft(place: string, name: string, owner?: string): string {
  const folder = join(place, `${PREFIX}${name}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'something'), 'x')
  if (owner !== undefined) writeFileSync(join(folder, '.owner'), owner)
  return folder
}

test.skipIf(!isHere)('what a killed run has left is taken away, and nothing of one that runs', async () => {
  const place = aFolder()
  const folder = aLeft(place, 'other')
  const code = `import { ownFolder } from ${JSON.stringify(join(import.meta.dirname, 'left-folders.ts'))}
ownFolder(${JSON.stringify(folder)}); console.log('owned'); setTimeout(() => {}, 60_000)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(other.stdout, 'data')
  const own = aLeft(place, 'own')
  ownFolder(own)
  removeLeftFolders(place, PREFIX)
  expect([existsSync(folder), existsSync(own)]).toEqual([true, true])
  other.kill('SIGKILL')
  await once(other, 'close')
  removeLeftFolders(place, PREFIX)
  expect([existsSync(folder), existsSync(own)]).toEqual([false, true])
})

test.skipIf(!isHere)('what nobody can prove to be ours and left stays', () => {
  const place = aFolder()
  ownFolder(aLeft(place, 'own'))
  const own = JSON.parse(readFileSync(join(place, `${PREFIX}own`, '.owner'), 'utf8'))
  const left = { ...own, since: '1' }
  const stay = [
    aLeft(place, 'nobody'),
    aLeft(place, 'odd', 'odd'),
    aLeft(place, 'empty', '{}'),
    // Of another container, or before the machine was started anew: its numbers say nothing here.
    aLeft(place, 'elsewhere', JSON.stringify({ ...left, within: 'elsewhere' })),
    aLeft(place, 'own-too', JSON.stringify(own)),
  ]
  const target = aFolder()
  writeFileSync(join(target, '.owner'), JSON.stringify(left))
  symlinkSync(target, join(place, `${PREFIX}link`))
  const gone = aLeft(place, 'gone', JSON.stringify(left))
  removeLeftFolders(place, PREFIX)
  expect(stay.filter((folder) => !existsSync(folder))).toEqual([])
  expect(existsSync(join(target, '.owner'))).toBe(true)
  expect(existsSync(gone)).toBe(false)
})
