import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aDeskFolder } from '../../testing/desk-folder.ts'

/** Somebody with an agent whose job waits for them, and files. */
async function aJob() {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login', '--solo'])
  const leeway = await folder.agent({ policy: 'jobs/guided' })
  const { id } = await leeway.job({ key: 'a' })
  await mkdir(join(folder.root, 'mine'))
  await writeFile(join(folder.root, 'mine/contract.txt'), 'It ends in May.\n')
  return { ada, job: id, root: folder.root }
}

test('files are given by their names, and what a job has been given is listed', async () => {
  const { ada, job } = await aJob()
  expect((await ada(['upload', job])).out).toBe(`Nobody has given ${job} a document. leeway upload ${job} FILE\n`)
  const { out, code } = await ada(['upload', job, 'mine/contract.txt'])
  expect(code).toBe(0)
  expect(out).toMatch(/has 1 document now\.\n.*contract\.txt +16 bytes +from ada +waits for the next branch\n$/)
  expect((await ada(['upload', job, 'mine/contract.txt'])).out).toContain(`${job} had all of it already.`)
  expect(JSON.parse((await ada(['upload', job, '--json'])).out)).toMatchObject([{ name: 'contract.txt', by: 'ada' }])
})

test('another file of the same name is refused until it is said that it replaces the first', async () => {
  const { ada, job, root } = await aJob()
  await ada(['upload', job, 'mine/contract.txt'])
  await writeFile(join(root, 'contract.txt'), 'It ends in June.\n')
  expect(await ada(['upload', job, 'contract.txt'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('another document'),
  })
  expect(await ada(['upload', job, 'contract.txt', '--replace'])).toMatchObject({ code: 0 })
})

test('what can not be given is named, and nothing of the rest is', async () => {
  const { ada, job, root } = await aJob()
  await writeFile(join(root, 'large.bin'), new Uint8Array(5 * 1024 * 1024 + 1))
  await writeFile(join(root, 'key.pem'), `-----BEGIN RSA PRIVATE KEY-----\n${'QUJD'.repeat(30)}\n`)
  const refused = async (...args: string[]) => (await ada(['upload', job, 'mine/contract.txt', ...args])).err
  expect(await refused('none.txt')).toContain('There is no file "none.txt"')
  expect(await refused('mine')).toContain('"mine" is a folder')
  expect(await refused('large.bin')).toContain('"large.bin" has more than 5 MB')
  await writeFile(join(root, 'a:b.txt'), 'x')
  expect(await refused('a:b.txt')).toMatch(/^a:b\.txt: "a:b\.txt": A document has a name/)
  expect((await ada(['upload', 'no-such-job', 'none.txt'])).err).toContain('There is no job no-such-job')
  expect(await refused('key.pem')).toMatch(/key\.pem: Line 1 looks like a private key/)
  expect(await ada(['upload'])).toMatchObject({ code: 2 })
  expect(JSON.parse((await ada(['upload', job, '--json'])).out)).toEqual([])
})
