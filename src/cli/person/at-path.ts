import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../model/errors.ts'
import { harmless } from '../../model/harmless.ts'

type Doing = 'read' | 'written'

/** Does something with a file that a person has named; where that fails, says what is wrong with it and what to do. */
export async function atPath<Result>(path: string, doing: Doing, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw pathError(error, { path, doing }) ?? error
  }
}

/** Says what is wrong with a file before it is handed to whoever would say less. */
export function refuseUnreadable(named: string, path: string): Promise<void> {
  return atPath(named, 'read', async () => {
    const handle = await open(path, 'r')
    // A folder can be opened, and only reading tells.
    await handle.read(Buffer.alloc(1), 0, 1, 0).finally(() => handle.close())
  })
}

/** What the system says of a path, in words; nothing where the error is about something else. */
export function pathError(
  error: unknown,
  { path, doing }: { readonly path: string; readonly doing?: Doing },
): AppError | undefined {
  const why = error instanceof Error && 'code' in error ? WHY[String(error.code)] : undefined
  if (why === undefined) return undefined
  const [because, next] = why(path, doing)
  const message = `${harmless(path)} can not be ${doing ?? 'used'}: ${because}.`
  return new AppError(doing === 'written' ? 'read_only' : 'unreadable_file', [], {
    message,
    details: { next },
    cause: error,
  })
}

type Why = (path: string, doing?: Doing) => readonly [because: string, next: string]

const OTHER_FOLDER = 'Name a folder to which you may write.'

const WHY: Readonly<Record<string, Why>> = {
  ENOENT: (path, doing) =>
    doing !== 'written'
      ? ['it is not there', 'See whether its name is right.']
      : existsSync(dirname(path))
        ? ['nothing can be made there', OTHER_FOLDER]
        : [`there is no folder ${harmless(dirname(path))}`, 'Make it first, or name another file.'],
  ENOTDIR: () => ['a part of it is a file and no folder', 'See whether the path is right.'],
  EISDIR: () => ['it is a folder', 'Name a file.'],
  EEXIST: () => ['it is there already', 'Name another file: nothing is ever replaced.'],
  EACCES: (_path, doing) => [
    'you may not',
    doing === 'written' ? OTHER_FOLDER : 'Ask its owner, or see its permissions: ls -l',
  ],
  EPERM: (_path, doing) => [
    'you may not',
    doing === 'written' ? OTHER_FOLDER : 'Ask its owner, or see its permissions: ls -l',
  ],
  EROFS: () => ['the disk is read-only', OTHER_FOLDER],
  ENOSPC: () => ['the disk is full', 'Make room, or name another disk.'],
  SQLITE_FULL: () => ['the disk is full', 'Make room, or name another disk.'],
  EDQUOT: () => ['your share of the disk is used up', 'Make room, or name another disk.'],
  ENAMETOOLONG: () => ['its name is too long', 'Name it shorter.'],
  ELOOP: () => ['its links lead in a circle', 'Name the file itself.'],
}
