import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { FLOOR } from '../result.ts'
import type { PhaseCycler } from './phase-cycler.ts'
import { phaseFiles } from './phase-files.ts'

const run = promisify(execFile)

/** A phase as most programs have it: the commands that a person would type, in a checkout. */
export async function openCommandLine(folder: string): Promise<PhaseCycler> {
  const cwd = join(folder, 'checkout')
  await mkdir(cwd)
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', '-c', 'gc.auto=0']
  const env = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' }
  const git = async (...args: string[]) => (await run('git', [...who, ...args], { cwd, env })).stdout
  await git('init', '-q', '-b', 'main')
  await git('commit', '-q', '--allow-empty', '-m', 'Begin')
  return {
    name: FLOOR,
    answers: 'the git command line: checkout, add, commit, merge --squash, commit, branch -D; not synced',
    cycle: async (number, from) => {
      const branch = `phase-${number}-tactical`
      await git('checkout', '-q', '-b', branch, from === 'older main' ? 'main~1' : 'main')
      for (const { path, content } of phaseFiles(number)) {
        await mkdir(dirname(join(cwd, path)), { recursive: true })
        await writeFile(join(cwd, path), content)
      }
      await git('add', '-A')
      await git('commit', '-q', '-m', 'Work')
      await git('checkout', '-q', 'main')
      await git('merge', '-q', '--squash', branch)
      await git('commit', '-q', '-m', `Phase ${number}`)
      await git('branch', '-q', '-D', branch)
    },
    fsck: () => git('fsck', '--strict', '--no-dangling'),
    files: async () => (await git('ls-tree', '-r', '--name-only', 'main')).trim().split('\n'),
    close: async () => undefined,
  }
}
