import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type AtDesk, aDeskFolder } from '../../testing/desk-folder.ts'
import { run } from '../../testing/fake-io.ts'
import { inOneLine } from '../../testing/in-one-line.ts'
import { aProject } from '../../testing/project.ts'

const ENTER = '\r'

test('who signs out has to be let in again', async () => {
  const { person, root } = await aDeskFolder()
  const [ada, ben] = [person('ada'), person('ben')]
  await ada(['login'])
  await ben(['login', '--token-file', '-'], { input: (await ada(['people', 'add', 'ben'])).out })
  expect((await ben(['logout'])).out).toBe(`ben is signed out of ${root}.\n`)
  expect((await ben(['logout'])).out).toBe('You were not signed in here.\n')
  expect((await ben(['people'])).err).toContain('Ask ada for a token')
})

test('the only administrator is not signed out without a way back', async () => {
  const { person } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  const refused = await ada(['logout'])
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('You are the only administrator here')
  expect(refused.err).toContain('leeway logout --token-file FILE')
  expect((await ada(['people'])).code).toBe(0)

  await ada(['people', 'add', 'ben', '--role', 'admin'])
  expect((await ada(['logout'])).code).toBe(0)
})

test('the token of somebody else does not take the place of one’s own', async () => {
  const { person } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  const { out: input } = await ada(['people', 'add', 'ben'])
  expect((await ada(['login', '--token-file', '-'], { input })).err).toContain('You are ada here')
  expect((await ada(['people'])).out).toContain('ada (you)')
  expect((await person('ben')(['login', '--token-file', '-'], { input })).code).toBe(0)
})

test('whoever says so leaves a folder for good', async () => {
  const { person } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  expect((await ada(['logout', '--force', '--token-file', 'x'])).code).toBe(2)
  expect((await ada(['logout', '--force'])).code).toBe(0)
  expect((await ada(['people'])).code).toBe(1)
})

test('a token that is taken along lets its owner in once, with the passphrase that it had', async () => {
  const { person, homes, root } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  const twice = ['correct horse', ENTER, 'correct horse', ENTER]
  await ada(['login', '--passphrase'], { columns: 80, keys: twice })
  expect((await ada(['logout', '--token-file', join(root, 'token')])).err).toMatch(
    /inside the workspace.*Name a file outside of it/,
  )
  expect((await ada(['people'])).code).toBe(0)

  const file = join(homes, 'token')
  expect((await ada(['logout', '--token-file', file])).out).toContain(`To come back: leeway login --token-file ${file}`)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await ada(['people'])).code).toBe(1)

  const login = ['login', '--token-file', file]
  expect((await ada(login, { columns: 80, keys: ['wrong horse', ENTER] })).code).toBe(1)
  const back = await ada(login, { columns: 80, keys: ['correct horse', ENTER] })
  expect([back.code, inOneLine(back.out)]).toEqual([0, expect.stringContaining('admin, with a passphrase')])
  expect((await person('eve')(login, { columns: 80, keys: ['correct horse', ENTER] })).code).toBe(1)
})

/** A copy of Ada's folder, made out of a backup. */
async function aCopy(ada: AtDesk, homes: string): Promise<AtDesk> {
  const [file, folder] = [join(homes, 'backup.db'), await aProject({})]
  await ada(['backup', file])
  const environment = { XDG_CONFIG_HOME: join(homes, 'ada'), NO_COLOR: '1', USER: 'ada' }
  await run(['restore', file], { folder, environment })
  return (argv, rest) => run(argv, { ...rest, folder, environment })
}

test('a login holds for one folder: a restored copy has its own', async () => {
  const { person, homes, root } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  const inCopy = await aCopy(ada, homes)
  const refused = await inCopy(['people'])
  expect(refused.err).toContain(`You are ada in ${root}, of which this is a copy`)
  expect(refused.err).toContain('leeway login')
  expect((await inCopy(['logout'])).out).toBe('You were not signed in here.\n')

  expect((await inCopy(['login'])).out).toContain('You are ada')
  await inCopy(['people', 'add', 'ben', '--role', 'admin'])
  expect((await inCopy(['logout'])).code).toBe(0)
  expect((await inCopy(['people'])).code).toBe(1)
  expect((await ada(['people'])).code).toBe(0)
})

test('a folder that lost the key it signs with knows its people by where it lies', async () => {
  const { person, homes } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  const folder = join(homes, 'ada', 'leeway', 'credentials')
  const [name = ''] = await readdir(folder)
  const kept = await readFile(join(folder, name), 'utf8')
  const inCopy = await aCopy(ada, homes)
  const there = /in (\S+) \(/.exec((await inCopy(['login'])).out)?.[1]
  await inCopy(['people', 'add', 'ben', '--role', 'admin'])
  await inCopy(['logout'])
  // As it would be, had the copy lost its key after Ada signed in to it.
  await writeFile(join(folder, name), kept.replace(/"root": ".*"/, `"root": "${there}"`))
  expect((await inCopy(['people'])).code).toBe(0)
  expect((await inCopy(['logout'])).code).toBe(0)
  expect(await readdir(folder)).toEqual([])
})
