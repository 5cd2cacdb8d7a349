import { chmod, readdir, readFile, rename, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aDeskFolder } from '../../testing/desk-folder.ts'
import { inOneLine } from '../../testing/in-one-line.ts'

const ENTER = '\r'

async function tokenFile(homes: string, name: string): Promise<string> {
  const folder = join(homes, name, 'leeway', 'credentials')
  const [file = ''] = await readdir(folder)
  return join(folder, file)
}

test('the first who joins is the administrator, and only the owner can read the token', async () => {
  const { person, homes, root } = await aDeskFolder()
  const { out, code } = await person('ada')(['login'])
  expect({ out, code }).toMatchObject({ code: 0, out: expect.stringContaining('You are ada') })
  expect(out).toContain('admin')
  const file = await tokenFile(homes, 'ada')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(join(file, '..'))).mode & 0o777).toBe(0o700)

  const { token } = JSON.parse(await readFile(file, 'utf8'))
  expect(token).toMatch(/^lwy_[A-Za-z0-9_-]{43}$/)
  expect(out).not.toContain(token)
  expect((await readFile(join(root, '.leeway', 'leeway.db'))).includes(token)).toBe(false)
})

test('whoever comes later needs a token, which is exchanged once', async () => {
  const { person } = await aDeskFolder()
  const [ada, ben, eve] = [person('ada'), person('ben'), person('eve')]
  await ada(['login'])
  const refused = await ben(['login'])
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('ada: leeway people add NAME')
  expect((await ben(['checkpoints'])).err).toContain('Ask ada for a token')

  const added = await ada(['people', 'add', 'ben', '--role', 'reviewer', '--tenant', 'local'])
  expect(added.out).toMatch(/^lwy_.{43}\n$/)
  expect(added.err).toMatch(/^Whoever has this token is ben, until ben signs in with it/)
  expect(await ben(['login', '--token-file', '-'], { input: added.out })).toMatchObject({ code: 0 })
  expect((await eve(['login', '--token-file', '-'], { input: added.out })).code).toBe(1)
  expect((await ben(['people'])).out).toMatch(/ben \(you\)\s+reviewer\s+local/)
  expect((await ben(['people', 'add', 'eve'])).err).toContain('ben is not an administrator')
})

test('whoever was let go is not added again, and the hint brings them back', async () => {
  const ada = (await aDeskFolder()).person('ada')
  await ada(['login'])
  await ada(['people', 'add', 'ben'])
  await ada(['people', 'revoke', 'ben'])
  const { code, err } = await ada(['people', 'add', 'ben'])
  expect(code).toBe(1)
  expect(err).toContain('ben was here before and was let go.')
  expect(err).toContain('Bring them back: leeway people renew ben')
  expect((await ada(['people', 'renew', 'ben'])).code).toBe(0)
  expect((await ada(['people'])).out).not.toContain('revoked')
})

test('of several first logins at once one counts, and its token stays', async () => {
  const { person, homes } = await aDeskFolder()
  const ada = person('ada')
  const codes = (await Promise.all([1, 2, 3].map(() => ada(['login'])))).map(({ code }) => code)
  expect(codes).toContain(0)
  expect((await ada(['people'])).out).toMatch(/ada \(you\)\s+admin/)
  expect(await readdir(join(await tokenFile(homes, 'ada'), '..'))).toHaveLength(1)
})

test('a token that lets nobody in leaves the one before as it was', async () => {
  const { person } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  expect((await ada(['login', '--token-file', '-'], { input: `lwy_${'x'.repeat(43)}` })).code).toBe(1)
  expect((await ada(['people'])).code).toBe(0)
})

test('a login that was cut off after its token counted is finished by the next', async () => {
  const { person, homes } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  const file = await tokenFile(homes, 'ada')
  await rename(file, `${file}.cut-off`)
  expect((await ada(['people'])).code).toBe(1)
  expect((await ada(['login'])).out).toContain('admin')
  expect((await ada(['people'])).code).toBe(0)
})

test('a revoked or renewed token is worth nothing', async () => {
  const { person } = await aDeskFolder()
  const [ada, ben] = [person('ada'), person('ben')]
  await ada(['login'])
  await ben(['login', '--token-file', '-'], { input: (await ada(['people', 'add', 'ben'])).out })
  expect((await ben(['checkpoints'])).code).toBe(0)
  const renewed = await ada(['people', 'renew', 'ben'])
  expect((await ben(['checkpoints'])).err).toContain('worth nothing any more')
  await ben(['login', '--token-file', '-'], { input: renewed.out })
  expect((await ben(['checkpoints'])).code).toBe(0)
  await ada(['people', 'revoke', 'ben'])
  expect((await ben(['checkpoints'])).code).toBe(1)
})

test.for(['inside', 'behind a link into'])('a token is never kept %s a workspace', async (how) => {
  const { person, root, homes } = await aDeskFolder()
  const inside = join(root, 'config')
  if (how === 'behind a link into') await symlink(root, join(homes, 'link'))
  const XDG_CONFIG_HOME = how === 'inside' ? inside : join(homes, 'link', 'config')
  const { err, code } = await person('ada')(['login'], { environment: { XDG_CONFIG_HOME } })
  expect(code).toBe(1)
  expect(err).toContain('inside the workspace')
  await expect(stat(inside)).rejects.toThrow('ENOENT')
  expect((await person('ada')(['login'])).out).toContain('admin')
})

test('a token that others can read is not used', async () => {
  const { person, homes } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  await chmod(await tokenFile(homes, 'ada'), 0o644)
  expect((await ada(['checkpoints'])).err).toContain('can be read by others')
  expect((await ada(['doctor'])).code).toBe(1)
})

test('a passphrase is typed twice in a terminal and never shown', async () => {
  const { person } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  expect((await ada(['login', '--passphrase'])).code).toBe(2)
  const differing = await ada(['login', '--passphrase'], { columns: 80, keys: ['correct horse', ENTER, 'x', ENTER] })
  expect(differing.err).toContain('The two differ')
  const keys = ['correct horsx', '\u007f', 'e', ENTER, 'correct horse', ENTER]
  const { out, code } = await ada(['login', '--passphrase'], { columns: 80, keys })
  expect(code).toBe(0)
  expect(inOneLine(out)).toContain('with a passphrase')
  expect(out).not.toContain('horse')
  const log = await ada(['audit', 'show', '--json'])
  expect(log.out).not.toMatch(/scrypt|token_hash/)
})

test('only who knows the passphrase sets another', async () => {
  const { person } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  const set = (...typed: string[]) =>
    ada(['login', '--passphrase'], { columns: 80, keys: typed.flatMap((line) => [line, ENTER]) })
  expect((await set('correct horse', 'correct horse')).code).toBe(0)
  expect((await set('another horse', 'battery staple', 'battery staple')).err).toContain('only who knows it')
  expect((await set('correct horse', 'battery staple', 'battery staple')).code).toBe(0)
})

test('nothing is made by looking', async () => {
  const { person, root } = await aDeskFolder()
  const { err, code } = await person('ada')(['checkpoints'])
  expect(code).toBe(1)
  expect(err).toContain('leeway login')
  expect(await readdir(root)).toEqual([])
})

test('working alone is said and asked before it is so, and a script has to say that it knows', async () => {
  const { person } = await aDeskFolder()
  const ada = person('ada')
  const silent = await ada(['login', '--solo'])
  expect(silent).toMatchObject({ code: 2, out: '', err: expect.stringContaining('leeway login --solo --yes') })
  expect(silent.err).toMatch(/may approve it themselves, and nothing asks for a passphrase, a passkey or a code/)
  // Nobody has joined by it.
  expect((await ada(['checkpoints'])).code).toBe(1)

  const no = await ada(['login', '--solo'], { columns: 80, keys: [ENTER] })
  expect(no).toMatchObject({ code: 1, out: expect.stringContaining('Nothing was changed.') })
  expect((await ada(['checkpoints'])).code).toBe(1)
  const yes = await ada(['login', '--solo'], { columns: 80, keys: ['y'] })
  expect(inOneLine(yes.out)).toMatch(/may approve it themselves.*\[y\/N\] yes.*\(admin, working alone\)/)
  expect(inOneLine((await ada(['login', '--no-solo'])).out)).not.toContain('working alone')
  expect(inOneLine((await ada(['login', '--solo', '--yes'])).out)).toContain('working alone')
  expect((await ada(['login', '--yes'])).code).toBe(2)
})
