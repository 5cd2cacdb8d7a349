import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { AppError } from '../model/errors.ts'
import { Git } from './git.ts'

/** The first git with `merge-tree --write-tree`. */
const OLDEST = [2, 38] as const

/** Where to look for git. */
export interface WhereGit {
  /** The search path of the process, as in `PATH`. */
  readonly searchPath: string
  /** An absolute path, when it is known. */
  readonly path?: string
}

/** Finds git once, by its absolute path, so that no later change of the search path or the folder picks another program. */
export async function findGit({ searchPath, path }: WhereGit): Promise<Git> {
  const found = path ?? (await firstOn(searchPath))
  if (found === undefined) throw missing('There is no git on the search path.')
  if (!isAbsolute(found)) throw missing(`The path of git has to be absolute, and ${found} is not.`)

  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(await saidBy(found)) ?? []
  const version = `${major}.${minor}`
  const isNewEnough = Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1])
  if (!isNewEnough) throw missing(`${found} is git ${version}.`)
  return new Git(found, version)
}

/** What each git said of itself: a process asks the same one once, and again when another one lies there. */
const said = new Map<string, string>()

async function saidBy(path: string): Promise<string> {
  try {
    const { ino, mtimeMs } = await stat(path)
    const name = `${path} ${ino} ${mtimeMs}`
    const version = said.get(name) ?? (await new Git(path, '').run(['--version'])).toString()
    said.set(name, version)
    return version
  } catch (cause) {
    throw missing(`${path} can not be run.`, cause)
  }
}

async function firstOn(searchPath: string): Promise<string | undefined> {
  // A relative folder on the path means whatever folder an agent works in.
  for (const folder of searchPath.split(delimiter).filter(isAbsolute)) {
    const candidate = join(folder, 'git')
    const usable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (usable) return await realpath(candidate)
  }
  return undefined
}

function missing(what: string, cause?: unknown): AppError {
  const message = `${what} Leeway needs git ${OLDEST.join('.')} or newer: install it, and start again.`
  return new AppError('git_missing', [], { message, cause })
}
