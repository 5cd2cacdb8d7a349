import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PersonId } from '../../src/model/ids.ts'
import { aFolder } from '../../src/testing/folder.ts'
import type { House } from '../../src/testing/house.ts'

/** The branch of the plan that people push to. */
export const BRANCH = 'phase-1-strategic'

/** Somebody with a clone and a commit of their own, and a real git client. */
export async function aPusher(house: House, name: string, address: string) {
  const token = await house.desk.addPerson({ id: PersonId.parse(name), role: 'reviewer', tenants: '*' })
  const folder = aFolder()
  const env = {
    ...{ PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' },
    ...{ GIT_CONFIG_COUNT: '3', GIT_CONFIG_KEY_0: 'http.extraHeader' },
    ...{
      GIT_CONFIG_VALUE_0: `Authorization: Bearer ${token}`,
      GIT_CONFIG_KEY_1: 'user.name',
      GIT_CONFIG_VALUE_1: name,
    },
    ...{ GIT_CONFIG_KEY_2: 'user.email', GIT_CONFIG_VALUE_2: `${name}@example.org` },
  }
  const run = async (...args: readonly string[]): Promise<string> => {
    const said = await promisify(execFile)('git', args, { cwd: folder, env }).catch((error) => error)
    return `${said.stdout}${said.stderr}`
  }
  await run('clone', '--quiet', '--branch', BRANCH, address, '.')
  await writeFile(join(folder, `${name}.md`), `${name}\n`)
  await run('add', '--all')
  await run('commit', '--quiet', '-m', `Work of ${name}`)
  return { name, run, to: (await run('rev-parse', 'HEAD')).trim() }
}
