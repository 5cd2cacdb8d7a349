import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { KEPT } from '../../src/compose.ts'

/** A commit of `main`, as git has it. */
export interface MainCommit {
  readonly commit: string
  readonly tree: string
  readonly parent: string
  readonly subject: string
  readonly files: readonly string[]
}

/** Reads `main` of the only repository there is, after git has checked all of it. */
export function readMain(root: string): readonly MainCommit[] {
  const folder = join(root, KEPT, 'repositories')
  const [name] = existsSync(folder) ? readdirSync(folder).filter((one) => one.endsWith('.git')) : []
  if (name === undefined) return []
  const git = (...args: string[]) => execFileSync('git', [`--git-dir=${join(folder, name)}`, ...args]).toString()
  git('fsck', '--strict', '--no-dangling', '--no-progress')
  const lines = git('log', '--format=%H %T %P|%s', 'main').trim().split('\n')
  return lines.map((line) => {
    const [ids = '', subject = ''] = line.split('|')
    const [commit = '', tree = '', parent = ''] = ids.split(' ')
    const files = git('ls-tree', '-r', '--name-only', commit).trim().split('\n')
    return { commit, tree, parent, subject, files }
  })
}
