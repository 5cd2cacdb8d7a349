import { lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Says in a folder whose it is. */
const OWNER = '.owner'

/** A process, so that no other one is taken for it: numbers are given again, after a start of the machine and in a container, too. */
interface Owner {
  readonly pid: number
  /** When it began, as the kernel counts it. */
  readonly since: string
  /** The start of the machine, and the numbering that its number is of. */
  readonly within: string
}

/** Writes into a folder that it belongs to this process, so that another one may take it away once this is gone. */
export function ownFolder(folder: string): void {
  const [since, within] = [sinceOf(process.pid), numbering()]
  if (since === undefined || within === undefined) return
  writeFileSync(join(folder, OWNER), JSON.stringify({ pid: process.pid, since, within } satisfies Owner), {
    flag: 'wx',
  })
}

/** Takes away what processes that were killed have left. What is not said to be theirs, or not by us, stays, and so does what can't be told. */
export function removeLeftFolders(place: string, prefix: string): void {
  const within = numbering()
  if (within === undefined) return
  for (const name of namesIn(place).filter((one) => one.startsWith(prefix))) {
    const folder = join(place, name)
    try {
      if (isOurs(folder, 'isDirectory') && isLeft(folder, within)) rmSync(folder, { recursive: true, force: true })
    } catch {
      // Somebody else is taking it away, or may not be asked.
    }
  }
}

function namesIn(place: string): readonly string[] {
  try {
    return readdirSync(place)
  } catch {
    return []
  }
}

function isOurs(path: string, kind: 'isDirectory' | 'isFile'): boolean {
  const found = lstatSync(path)
  return found[kind]() && found.uid === process.getuid?.()
}

function isLeft(folder: string, within: string): boolean {
  const file = join(folder, OWNER)
  if (!isOurs(file, 'isFile')) return false
  const owner = JSON.parse(readFileSync(file, 'utf8')) as Partial<Owner>
  if (!Number.isSafeInteger(owner.pid) || typeof owner.since !== 'string' || owner.within !== within) return false
  return sinceOf(owner.pid as number) !== owner.since
}

/** When a process began; undefined where there is none, or no way to know. */
function sinceOf(pid: number): string | undefined {
  try {
    // Its name may hold anything, and ends with the last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[AT_START]
  } catch {
    return undefined
  }
}

/** Behind the name. */
const AT_START = 19

/** Undefined where a process can't be told from one that has its number by now. */
function numbering(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return undefined
  }
}
