import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownFolder, removeLeftFolders } from './left-folders.ts'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
const PREFIX = 'leeway-tests-'
const TMPFS = 0x0102_1994
/** Many times as much as the tests ever hold at once, of the files and of the memory that they take. */
const ROOM = 2 * 1024 ** 3

/**
 * A folder in memory for files that are gone after a test: half of the time of the tests of git and of the store was waiting until a disk had
 * them. None where there is no such place, too little room in it, or where nothing in it may be run; then they lie on the disk as ever. It
 * goes with this process, or with the next one that asks where this was killed.
 */
export function memoryFolder(): string | undefined {
  // What was left there takes room.
  removeLeftFolders(MEMORY, PREFIX)
  if (!hasRoom()) return undefined
  const folder = mkdtempSync(join(MEMORY, PREFIX))
  ownFolder(folder)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (!canRunIn(folder)) {
    remove()
    return undefined
  }
  process.once('exit', remove)
  return folder
}

function hasRoom(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY)
    return type === TMPFS && Math.min(bavail * bsize, process.availableMemory()) >= ROOM
  } catch {
    return false
  }
}

/** Some tests put a program there. */
function canRunIn(folder: string): boolean {
  const program = join(folder, 'try')
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o700 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
