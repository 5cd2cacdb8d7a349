import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type AtDesk, aDeskFolder } from '../../testing/desk-folder.ts'

async function findingsOf(person: AtDesk): Promise<ReadonlyMap<string, { ok: boolean; detail: string }>> {
  const { findings } = JSON.parse((await person(['doctor', '--json'])).out)
  return new Map(findings.map((finding: { check: string }) => [finding.check, finding]))
}

test('a folder that nobody has joined has nobody who could answer', async () => {
  const { person, agent } = await aDeskFolder()
  await agent()
  const found = await findingsOf(person('ada'))
  expect(found.get('people')).toMatchObject({ ok: true, detail: expect.stringContaining('leeway login') })
  expect(found.get('login')).toMatchObject({ ok: true, detail: 'You are not signed in here: leeway login' })
  const { out } = await person('ada')(['doctor'])
  expect(out).toMatch(/! people +Nobody has joined yet/)
  expect(out).toMatch(/! login +You are not signed in here/)
})

test('it tells who is signed in, whether their token counts, and who is the administrator', async () => {
  const { person } = await aDeskFolder()
  const [ada, ben, eve] = [person('ada'), person('ben'), person('eve')]
  await ada(['login'])
  await ben(['login', '--token-file', '-'], { input: (await ada(['people', 'add', 'ben'])).out })
  const mine = await findingsOf(ada)
  expect(mine.get('login')?.detail).toBe('You are signed in as ada, and your token counts.')
  expect(mine.get('people')?.detail).toBe('There is an administrator: ada.')
  for (const check of ['clock', 'space', 'token']) expect(mine.get(check)).toMatchObject({ ok: true })
  expect((await findingsOf(eve)).get('login')?.detail).toBe('You are not signed in here: ask ada for a token')

  await ada(['people', 'revoke', 'ben'])
  expect((await ben(['doctor'])).code).toBe(1)
  expect((await findingsOf(ben)).get('login')).toMatchObject({
    ok: false,
    detail: expect.stringContaining('leeway people renew ben'),
  })
})

test('it tells which secret of a forge is not there, and where it has to be', async () => {
  const { person, root } = await aDeskFolder()
  const forge = { kind: 'gitea', url: 'https://git.example.org', repository: 'a/b', token: { $secret: 'FORGE_TOKEN' } }
  writeFileSync(join(root, 'leeway.yaml'), JSON.stringify({ forge }))
  const found = await findingsOf(person('ada'))
  expect(found.get('forge')).toEqual({
    ...{ check: 'forge', ok: false },
    detail: expect.stringMatching(/^FORGE_TOKEN is not in the environment.*leeway up/),
  })
})

test('a database that is gone is found, although nothing else is left to look at', async () => {
  const { person, root } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  await rename(join(root, '.leeway', 'leeway.db'), join(root, 'elsewhere.db'))
  expect((await ada(['doctor'])).code).toBe(1)
  expect((await findingsOf(ada)).get('database')).toMatchObject({
    ok: false,
    detail: expect.stringMatching(
      /leeway\.db is missing, but .* shows that something was kept there\. Move the folder/,
    ),
  })
})

test('a lock that a killed git left in a repository is named by its full path, with what to do', async () => {
  const { person, root } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  const folder = join(root, '.leeway', 'repositories', 'job-1.git', 'refs', 'heads')
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, 'main.lock')
  writeFileSync(lock, '')
  expect((await findingsOf(ada)).get('lock')).toBeUndefined()
  const young = new Date(Date.now() - 20_000)
  utimesSync(lock, young, young)
  expect((await findingsOf(ada)).get('lock')).toMatchObject({
    ...{ ok: true, notice: true },
    detail: `${lock} is a lock of git's since ${young.toISOString()}. Another git may be at work there: look again in a minute.`,
  })
  utimesSync(lock, new Date(0), new Date(0))
  expect((await ada(['doctor'])).code).toBe(1)
  expect((await findingsOf(ada)).get('lock')).toEqual({
    ...{ check: 'lock', ok: false },
    detail: `${lock} is a lock of git's since 1970-01-01T00:00:00.000Z, and nothing that it locks is changed while it is there. Make sure that no git runs in that repository, and delete the file.`,
  })
})

test.for([
  [
    'an unknown preset',
    'autonomy: jobs/guidedd\n',
    /^leeway\.yaml:1: .*jobs\/guidedd.* All that is wrong: leeway validate /,
  ],
  ['two mistakes', 'autonomy: jobs/guidedd\nceilings: { global: nobody }\n', /And 1 more mistake\./],
  ['a key that is none', 'autonomie: jobs/guided\n', /^leeway\.yaml:1: .*autonomie/],
  ['no YAML', 'autonomy: [\n', /^leeway\.yaml:\d+: /],
] as const)('of the configuration it finds what validating finds: %s', async ([, text, told]) => {
  const { person, root } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  expect((await findingsOf(ada)).get('configuration')).toMatchObject({ ok: true })
  writeFileSync(join(root, 'leeway.yaml'), text)
  expect((await findingsOf(ada)).get('configuration')).toMatchObject({
    ...{ ok: false },
    detail: expect.stringMatching(told),
  })
  expect((await ada(['doctor'])).code).toBe(1)
  expect((await ada(['validate', 'leeway.yaml'])).code).toBe(1)
})
