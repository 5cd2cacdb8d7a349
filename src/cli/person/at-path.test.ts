import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aDeskFolder } from '../../testing/desk-folder.ts'
import { run } from '../../testing/fake-io.ts'
import { aProject } from '../../testing/project.ts'
import { pathError } from './at-path.ts'

test.for(['backup', 'audit export', 'audit verify --keep-head', 'logout --token-file'])(
  '%s says what is wrong with a place that can not be written to',
  async (command) => {
    const { person, homes } = await aDeskFolder()
    const ada = person('ada')
    await ada(['login'])
    await writeFile(join(homes, 'file'), '')
    const into = async (path: string) => (await ada([...command.split(' '), path])).err
    const nowhere = join(homes, 'nowhere', 'x')
    expect(await into(nowhere)).toContain(
      `${nowhere} can not be written: there is no folder ${join(homes, 'nowhere')}.`,
    )
    expect(await into(nowhere)).toContain('Make it first, or name another file.')
    expect(await into(join(homes, 'file', 'x'))).toContain('a part of it is a file and no folder')
    expect(await into(join(homes, 'file'))).toContain('is there already')
  },
)

test.for(['restore', 'login --token-file', 'audit verify --file'])(
  '%s says what is wrong with a file that can not be read',
  async (command) => {
    const folder = await aProject({})
    const from = async (path: string) => (await run([...command.split(' '), path], { folder, environment: {} })).err
    await mkdir(join(folder, 'folder'))
    expect(await from('nothing.db')).toMatch(/nothing\.db can not be read: it is not there\.\n.*name is right/)
    expect(await from('folder')).toContain('folder can not be read: it is a folder.\nName a file.')
  },
)

test('what the system forbids is said with the next step', () => {
  const forbidden = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
  expect(pathError(forbidden, { path: '/x/y.db', doing: 'written' })).toMatchObject({
    code: 'read_only',
    message: '/x/y.db can not be written: you may not.',
    details: { next: 'Name a folder to which you may write.' },
  })
  expect(pathError(forbidden, { path: '/x/y.db', doing: 'read' })?.details['next']).toContain('ls -l')
  const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
  const inThere = pathError(missing, { path: join(import.meta.dirname, 'x'), doing: 'written' })
  expect(inThere?.message).toContain('nothing can be made there')
  expect(pathError(new Error('something else'), { path: '/x' })).toBeUndefined()
})

test('a backup that is no database is told as that, and what is kept is not blamed', async () => {
  const folder = await aProject({ 'random.db': 'x'.repeat(5000) })
  const { err, code } = await run(['restore', 'random.db'], { folder, environment: {} })
  expect(err).toMatch(/random\.db is not a database, or is damaged\.\nNothing was made of it\. Restore another backup/)
  expect(code).toBe(1)
})

test('a full disk is told as such also where SQLite says it', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  expect(pathError(full, { path: '/x/y.db', doing: 'written' })).toMatchObject({
    message: '/x/y.db can not be written: the disk is full.',
    details: { next: 'Make room, or name another disk.' },
  })
})
