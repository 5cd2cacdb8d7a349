import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aDeskFolder } from '../../testing/desk-folder.ts'

/** Somebody with an agent whose job waits for them, and files. */
async function aJob() {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login', '--solo', '--yes'])
  const leeway = await folder.agent({ policy: 'jobs/guided' })
  const { id } = await leeway.job({ key: 'a' })
  await mkdir(join(folder.root, 'mine'))
  await writeFile(join(folder.root, 'mine/contract.txt'), 'It ends in May.\n')
  return { ada, job: id, root: folder.root }
}

test('files are given by their names, and what a job has been given is listed', async () => {
  const { ada, job } = await aJob()
  expect((await ada(['upload', job])).out).toBe(
    `Nobody has given ${job} a document. Give it one: leeway upload ${job} FILE\n`,
  )
  const { out, code } = await ada(['upload', job, 'mine/contract.txt'])
  expect(code).toBe(0)
  expect(out).toMatch(/has 1 document now\.\n.*contract\.txt +16 bytes +from ada +on no branch yet\n/)
  expect((await ada(['upload', job, 'mine/contract.txt'])).out).toContain(`${job} had all of it already.`)
  expect(JSON.parse((await ada(['upload', job, '--json'])).out)).toMatchObject([{ name: 'contract.txt', by: 'ada' }])
})

test('another file of the same name is refused until it is said that it replaces the first', async () => {
  const { ada, job, root } = await aJob()
  await ada(['upload', job, 'mine/contract.txt'])
  await writeFile(join(root, 'contract.txt'), 'It ends in June.\n')
  expect(await ada(['upload', job, 'contract.txt'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/another document.*To\s+replace\s+it,\s+add\s+--replace\./s),
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

test('whoever gives what nothing takes up yet reads what it waits for, then and on the job', async () => {
  const { person, agent, root } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login', '--solo', '--yes'])
  await writeFile(join(root, 'contract.txt'), 'It ends in May.\n')
  const leeway = await agent({ policy: 'jobs/guided' })
  const said = async (...argv: string[]) => (await ada(argv)).out.replaceAll(/\s+/g, ' ')

  const bare = await leeway.job({ key: 'a' })
  expect(await said('upload', bare.id, 'contract.txt')).toContain('The job runs no program, so that it has no phases')
  expect(await said('job', 'show', bare.id)).toContain('on no branch yet: contract.txt. The job runs no program')

  const program = leeway.program({ name: 'ask', version: '1' }, async (job) => {
    await job.gate({ kind: 'phase', phase: 'strategic', number: 1 })
  })
  const { job } = await leeway.start(program, { key: 'b', input: null })
  expect(await said('upload', job, 'contract.txt')).toContain('It waits for the next phase of the job.')
  expect(await said('job', 'show', job)).toContain('on no branch yet: contract.txt. It waits for the next phase')
  await ada(['cancel', job, '--reason', 'Enough.'])
  expect(await said('job', 'show', job)).toContain('The job is cancelled, so that no phase takes it up any more.')
  const late = await ada(['upload', job, 'contract.txt', '--replace'])
  expect(late).toMatchObject({
    code: 1,
    err: expect.stringContaining('Give it to the job that goes on with the work.'),
  })
})
