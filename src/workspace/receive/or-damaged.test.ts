import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { loosen } from '../../testing/break-repository.ts'
import { aRepository, commitTo, PHASE } from '../../testing/git-house.ts'
import { AGENT, GitClient, served } from '../../testing/git-server.ts'
import type { Repository } from '../repository.ts'
import { serveGit } from '../smart-http.ts'
import { pktLine } from './pkt-line.ts'

/** Long enough that what is changed of it is sent as a difference. */
const LONG = Array.from({ length: 400 }, (_, at) => `line ${at} ${(at * 7919) % 65_521}\n`).join('')

/** A repository of loose objects, and somebody with a commit on top of its branch. */
async function withClone() {
  const repository = await aRepository()
  await commitTo(repository, { 'plan.md': LONG, 'sub/a.md': 'a\n', 'sub/b.md': 'b\n' })
  const ann = await GitClient.cloneOf(await served(repository))
  await ann.run(['checkout', '-q', PHASE])
  await writeFile(join(ann.folder, 'plan.md'), `${LONG}more\n`)
  await writeFile(join(ann.folder, 'sub/c.md'), 'more\n')
  await ann.run(['add', '-A'])
  await ann.run(['commit', '-qm', 'Say more'])
  await loosen(repository)
  return { repository, ann }
}

async function nameOf(repository: Repository, name: string): Promise<string> {
  return (await repository.run(['rev-parse', name])).toString().trim()
}

/** The same object with other bytes, which can be read and are not what its name says. */
function changeBytes(file: string): void {
  const bytes = inflateSync(readFileSync(file))
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  writeFileSync(file, deflateSync(bytes))
}

// biome-ignore format: a table
test.for([
  ['the commit of main',   'main',                (file: string) => rmSync(file)],
  ['the branch',           PHASE,                 (file: string) => writeFileSync(file, 'noise')],
  ['its tree',             `${PHASE}^{tree}`,     (file: string) => writeFileSync(file, '')],
  ['its tree',             `${PHASE}^{tree}`,     changeBytes],
  ['a folder',             `${PHASE}:sub`,        (file: string) => rmSync(file)],
  ['a file',               `${PHASE}:sub/b.md`,   (file: string) => rmSync(file)],
  ['a file it builds on',  `${PHASE}:plan.md`,    changeBytes],
] as const)('where %s is damaged on the server, whoever pushes hears that, and who can mend it', async ([, name, damage]) => {
  const { repository, ann } = await withClone()
  const before = [await nameOf(repository, 'main'), await nameOf(repository, PHASE)]
  const oid = await nameOf(repository, name)
  const file = join(repository.folder, 'objects', oid.slice(0, 2), oid.slice(2))
  chmodSync(file, 0o600)
  damage(file)
  const { code, err } = await ann.run(['push', 'origin', PHASE])
  expect(code).toBe(1)
  expect(err).toMatch(/repository is damaged on the server, and nothing was changed.*leeway doctor.*backup/)
  expect(err).not.toMatch(/Fetch/)
  expect(err).not.toContain(repository.folder)
  expect([await nameOf(repository, 'main'), await nameOf(repository, PHASE)]).toEqual(before)
  expect(readdirSync(join(repository.folder, 'objects')).filter((entry) => entry.startsWith('tmp'))).toEqual([])
})

test('where main is lost on the server, whoever pushes hears how it is put back', async () => {
  const { repository, ann } = await withClone()
  const before = await nameOf(repository, PHASE)
  await repository.run(['update-ref', '-d', 'refs/heads/main'])
  expect((await ann.run(['push', 'origin', PHASE])).err).toMatch(/no branch main.*backup/)
  expect(await nameOf(repository, PHASE)).toBe(before)
})

/** Pushes a commit with no more than the named objects. */
async function pushOnly(repository: Repository, ann: GitClient, names: readonly string[]): Promise<string> {
  const to = (await ann.run(['rev-parse', 'HEAD'])).out.trim()
  const oids = names.length === 0 ? '' : (await ann.run(['rev-parse', ...names])).out
  const file = join(ann.folder, 'sent')
  await ann.run(['pack-objects', '-q', file], { input: oids })
  const pack = readdirSync(ann.folder).find((entry) => /^sent-.*\.pack$/.test(entry)) ?? ''
  const command = `${await nameOf(repository, PHASE)} ${to} refs/heads/${PHASE}\0report-status`
  const body = Buffer.concat([pktLine(command), Buffer.from('0000'), readFileSync(join(ann.folder, pack))])
  const headers = { 'content-type': 'application/x-git-receive-pack-request' }
  const request = new Request('http://localhost/job.git/git-receive-pack', { method: 'POST', body, headers })
  const asked = { request, path: 'git-receive-pack', repository, rights: AGENT, now: new Date() }
  return (await serveGit(asked)).text()
}

// biome-ignore format: a table
test.for([
  ['its tree',     ['HEAD'],                                           /did not receive expected object/],
  ['a folder',     ['HEAD', 'HEAD^{tree}', 'HEAD:plan.md'],            /did not receive expected object|Objects are missing/],
  ['everything',   [],                                                 /A branch is at a commit, and this is none/],
] as const)('who leaves out %s of a sound repository hears that, and not that it is damaged', async ([, names, says]) => {
  const { repository, ann } = await withClone()
  const before = await nameOf(repository, PHASE)
  const said = await pushOnly(repository, ann, names)
  expect(said).toMatch(says)
  expect(said).not.toContain('damaged')
  expect(await nameOf(repository, PHASE)).toBe(before)
})

test('who pushes again what lacks objects has a sound repository read once, and a damaged one until it is mended', async () => {
  const { repository, ann } = await withClone()
  const file = async (name: string) => {
    const oid = await nameOf(repository, name)
    return join(repository.folder, 'objects', oid.slice(0, 2), oid.slice(2))
  }
  const lost = await file(`${PHASE}:sub/b.md`)
  const bytes = readFileSync(lost)
  rmSync(lost)
  expect(await pushOnly(repository, ann, [])).toContain('damaged')
  writeFileSync(lost, bytes)
  await expect.poll(() => pushOnly(repository, ann, [])).not.toContain('damaged')
  rmSync(lost)
  expect(await pushOnly(repository, ann, [])).not.toContain('damaged')
})
