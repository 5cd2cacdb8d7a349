import { spawnSync } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { MAIN } from '../review/branch-name.ts'
import { removeObject, removeObjects } from '../testing/break-repository.ts'
import { aFolder } from '../testing/folder.ts'
import { approvalOf, aRepository, commitTo, PHASE, theGit } from '../testing/git-house.ts'
import { AGENT, GitClient, served } from '../testing/git-server.ts'
import { Git } from './git.ts'
import { EMPTY_TREE } from './git-environment.ts'
import { inspectRepository } from './inspect-repository.ts'
import { PUSH_LIMITS } from './receive/push-limits.ts'
import type { LandedUpdate } from './receive/receive-push.ts'
import { Repository } from './repository.ts'
import { serveGit } from './smart-http.ts'
import { squashMerge } from './squash-merge.ts'

const OURS = `refs/heads/${PHASE}`

async function refsOf(repository: Repository): Promise<readonly string[]> {
  return (await repository.run(['for-each-ref', '--format=%(refname)'])).toString().trim().split('\n')
}

/** What lies where objects lie: a refused push leaves nothing there. */
async function packsOf({ folder }: Repository): Promise<readonly string[]> {
  const names = [...(await readdir(join(folder, 'objects'))), ...(await readdir(join(folder, 'objects/pack')))]
  return names.filter((name) => name.startsWith('tmp') || name.startsWith('pack-')).toSorted()
}

test('people clone, push and fetch with their own git, and the server hears of it before anything moves', async () => {
  const repository = await aRepository()
  await commitTo(repository, { 'plan.md': '# Plan\n' })
  const heard: LandedUpdate[] = []
  const beforeLanding = async (updates: readonly LandedUpdate[]) => {
    for (const { ref, from } of updates) expect((await repository.run(['rev-parse', ref])).toString().trim()).toBe(from)
    heard.push(...updates)
  }
  const url = await served(repository, { beforeLanding })
  const ann = await GitClient.cloneOf(url)
  await ann.run(['checkout', '-q', PHASE])
  await writeFile(join(ann.folder, 'plan.md'), '# A better plan\n')
  await ann.run(['commit', '-qam', 'Say more'])
  expect(await ann.run(['push', 'origin', PHASE])).toMatchObject({ code: 0 })
  expect(heard).toMatchObject([{ ref: OURS, commits: [await repository.headOf(PHASE)] }])

  const bob = await GitClient.cloneOf(url)
  expect((await bob.run(['show', `origin/${PHASE}:plan.md`])).out).toBe('# A better plan\n')
  await commitTo(repository, { more: '1' })
  expect((await ann.run(['-c', 'protocol.version=0', 'fetch', '-q'])).code).toBe(0)
  expect((await ann.run(['rev-parse', `origin/${PHASE}`])).out.trim()).toBe(await repository.headOf(PHASE))

  await squashMerge(repository, await approvalOf(repository))
  expect((await bob.run(['ls-remote', 'origin'])).out).not.toContain('leeway')
  expect((await repository.run(['fsck', '--strict'])).toString()).toBe('')
})

test('a push goes to the own branch alone', async () => {
  const repository = await aRepository()
  const own = await commitTo(repository, { a: '1' })
  await commitTo(repository, { b: '1' }, 'phase-2-tactical')
  const before = await refsOf(repository)
  const ann = await GitClient.cloneOf(await served(repository))
  const commit = await ann.commitOf([{ path: 'x' }])
  const refs: readonly (readonly [ref: string, said: string])[] = [
    ['refs/heads/main', 'main moves only when a review is approved'],
    [`refs/replace/${own}`, 'only branches of phases'],
    ['refs/notes/commits', 'only branches of phases'],
    ['refs/tags/v1', 'there are no tags'],
    ['refs/foo/bar', 'only branches of phases'],
    ['refs/leeway/history/x', 'only branches of phases'],
    ['refs/heads/-x', 'a branch is called phase-NUMBER-TYPE'],
    ['refs/heads/--upload-pack=x', 'a branch is called phase-NUMBER-TYPE'],
    ['refs/heads/refs/heads/main', 'a branch is called phase-NUMBER-TYPE'],
    ['refs/heads/phase-2-tactical', `phase-2-tactical is not yours to push to. You may push to ${PHASE}`],
  ]
  for (const [ref, said] of refs) {
    const { code, err } = await ann.run(['push', '-f', 'origin', `${commit}:${ref}`])
    expect([ref, code, err]).toEqual([ref, 1, expect.stringContaining(said)])
  }
  const deleted = await ann.run(['push', 'origin', `:${OURS}`])
  expect(deleted).toMatchObject({ code: 1, err: expect.stringContaining(`${PHASE} can not be deleted`) })
  const rewound = await ann.run(['push', '-f', 'origin', `${commit}:${OURS}`])
  expect(rewound.err).toContain('The branch holds commits that you do not have')
  expect(await refsOf(repository)).toEqual(before)
  expect(await repository.headOf(PHASE)).toBe(own)
})

test('a push that asks for all or nothing is told that it has that', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  const before = await refsOf(repository)
  const ann = await GitClient.cloneOf(await served(repository))
  const commit = await ann.commitOf([{ path: 'x' }])
  const both = await ann.run(['push', '--atomic', 'origin', `${commit}:refs/heads/main`, `${commit}:refs/tags/v1`])
  expect(both).toMatchObject({ code: 1, err: expect.stringContaining('main moves only when a review is approved') })
  expect(await refsOf(repository)).toEqual(before)
  const none = await ann.run(['push', '--atomic', 'origin', `origin/${PHASE}:${OURS}`])
  expect(none).toMatchObject({ code: 0, err: expect.stringContaining('up-to-date') })
})

test('a push to what is under review, where its branch is gone, says so and what puts it back', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  const ann = await GitClient.cloneOf(await served(repository, { rights: { ...AGENT, mayBegin: false } }))
  await repository.run(['update-ref', '-d', OURS])
  const { code, err } = await ann.run(['push', 'origin', `origin/${PHASE}:${OURS}`])
  expect([code, err]).toEqual([1, expect.stringMatching(/though it is under review: somebody has deleted it/)])
})

test('files that deceive or reach out are refused, and the client is told which and why', async () => {
  const repository = await aRepository()
  const ann = await GitClient.cloneOf(await served(repository))
  const packs = await packsOf(repository)
  const gitlink = { path: 'sub', mode: '160000', object: '1'.repeat(40) }
  const cases = [
    [{ path: 'l', mode: '120000', content: '/etc/passwd' }, 'l: The link leads out of the tree'],
    [{ path: 'a/l', mode: '120000', content: '../../x' }, 'a/l: The link leads out'],
    [gitlink, 'sub: It points to another repository'],
    [{ path: 'a\u202ecod.exe' }, 'a\\u202ecod.exe: The name holds a character that is not seen'],
    [{ path: Uint8Array.of(0x61, 0xff) }, 'a\\xff: The name is not in UTF-8'],
    [{ path: 'a\nb' }, 'a\\u000ab: The name holds a line break'],
    [{ path: '.gitattributes', content: '* filter=x' }, 'would run a program'],
    [{ path: 'd/.GIT/config' }, 'Git does not take the objects'],
    [{ path: `${'d/'.repeat(300)}x` }, 'A path has at most 100 parts'],
  ] as const
  for (const [file, said] of cases) {
    const commit = await ann.commitOf([file])
    const { code, err } = await ann.run(['push', 'origin', `${commit}:${OURS}`])
    expect([code, err.replaceAll('\nremote: ', '\n')]).toEqual([1, expect.stringContaining(said)])
  }
  expect(await repository.head(PHASE)).toBeUndefined()
  expect(await packsOf(repository)).toEqual(packs)
})

test('a file that a later commit takes out again is refused all the same', async () => {
  const repository = await aRepository()
  const ann = await GitClient.cloneOf(await served(repository))
  await ann.commitOf([{ path: 'l', mode: '120000', content: '/etc' }, { path: 'a' }])
  await ann.run(['reset', '-q', '--hard', 'made'])
  await ann.run(['rm', '-q', 'l'])
  await ann.run(['commit', '-qm', 'hide'])
  expect((await ann.run(['push', 'origin', `HEAD:${OURS}`])).err).toContain('l: The link leads out of the tree')
})

test('a secret is refused with its file and line, also in a message and where a later commit takes it out', async () => {
  const repository = await aRepository()
  const packs = await packsOf(repository)
  const ann = await GitClient.cloneOf(await served(repository))
  // Put together here, so that no scanner takes it for a real one.
  const token = `ghp_${'a1B2'.repeat(9)}`
  await ann.commitOf([{ path: 'conf/.env', content: `A=1\nTOKEN=${token}\n` }, { path: 'a' }])
  await ann.run(['reset', '-q', '--hard', 'made'])
  await ann.run(['rm', '-q', 'conf/.env'])
  await ann.run(['commit', '-qm', `Take it out\n\n${token}`])
  const { code, err } = await ann.run(['push', 'origin', `HEAD:${OURS}`])
  expect(code).toBe(1)
  expect(err).toContain('conf/.env: Line 2 looks like a GitHub token.')
  expect(err).toMatch(/commit [0-9a-f]{10}: Line 3 of the message looks like a GitHub token\./)
  expect(err).not.toContain(token)
  expect(await packsOf(repository)).toEqual(packs)
})

test('a commit that nobody could read, or that joins more than anybody compares, is refused', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  const before = await repository.headOf(PHASE)
  const ann = await GitClient.cloneOf(await served(repository))
  const commitText = (parents: number, words: string) =>
    `tree ${EMPTY_TREE}\n${`parent ${before}\n`.repeat(parents)}author A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\n${words}\n`
  const push = async (parents: number, words: string) => {
    const input = commitText(parents, words)
    const { out } = await ann.run(['hash-object', '-t', 'commit', '-w', '--stdin'], { input })
    return (await ann.run(['push', 'origin', `${out.trim()}:${OURS}`])).err
  }
  expect(await push(1, 'word '.repeat(250_000))).toContain('A commit has at most 1 MB.')
  expect(await push(30_000, 'Joined')).toContain('A commit has at most 1 MB.')
  expect(await push(17, 'Joined')).toContain('A commit joins at most 16 others.')
  expect(await repository.headOf(PHASE)).toBe(before)
  expect(await push(1, 'Mine')).not.toContain('refused')
})

test('history that has nothing in common with main is refused', async () => {
  const repository = await aRepository()
  const ann = await GitClient.cloneOf(await served(repository))
  await ann.run(['checkout', '-q', '--orphan', 'other'])
  await ann.run(['commit', '-q', '--allow-empty', '-m', 'x'])
  expect((await ann.run(['push', 'origin', `HEAD:${OURS}`])).err).toContain('nothing in common with main')
})

test('packs that are too large, have too many objects or swell are refused', async () => {
  const repository = await aRepository()
  const limits = { ...PUSH_LIMITS }
  const ann = await GitClient.cloneOf(await served(repository, { limits }))
  const packs = await packsOf(repository)
  const noise = Array.from({ length: 60_000 }, (_, at) => (at * 7919) % 65_521).join(' ')
  const small = await ann.commitOf([
    { path: 'a', content: 'x'.repeat(3_000_000) },
    { path: 'b', content: 'y'.repeat(3_000_000) },
  ])
  const big = await ann.commitOf([{ path: 'a', content: noise }])
  const push = async (commit: string, changed: Partial<typeof limits>) => {
    Object.assign(limits, PUSH_LIMITS, changed)
    const { code, err } = await ann.run(['push', 'origin', `${commit}:${OURS}`])
    return `${code} ${err}`
  }
  expect(await push(small, { fileBytes: 1_000_000 })).toMatch(
    /1 [^]*A file has 3 MB, and at most 1000000 bytes are taken.*git log --all --name-only --find-object=[0-9a-f]{40}/,
  )
  expect(await push(small, { unpackedBytes: 5_000_000 })).toMatch(/1 [^]*unpacks to 6 MB/)
  expect(await push(small, { objects: 3 })).toMatch(/1 [^]*The push has 4 objects, and at most 3/)
  expect(await push(big, { packBytes: 10_000 })).toMatch(/1 [^]*The (push|request) is larger than 10000 bytes/)
  expect(await packsOf(repository)).toEqual(packs)
  expect(await push(small, {})).toMatch(/^0 /)
})

test('a tree that repeats itself without end is refused', async () => {
  const repository = await aRepository()
  const ann = await GitClient.cloneOf(await served(repository))
  const make = async (input: string) => (await ann.run(['mktree'], { input })).out.trim()
  const blob = (await ann.run(['hash-object', '-w', '--stdin'], { input: 'x' })).out.trim()
  let tree = await make(`100644 blob ${blob}\tfile`)
  for (let level = 0; level < 9; level += 1) {
    tree = await make(Array.from({ length: 10 }, (_, at) => `040000 tree ${tree}\t${at}`).join('\n'))
  }
  const commit = (await ann.run(['commit-tree', '-p', 'origin/main', '-m', 'bomb', tree])).out.trim()
  expect((await ann.run(['push', 'origin', `${commit}:${OURS}`])).err).toContain('more than 50000 files')
  expect(await repository.head(PHASE)).toBeUndefined()
})

/** A pack of one object whose head says how large it is. */
function packOf(size: number, content = Buffer.alloc(0)): Buffer {
  const head: number[] = []
  for (let [rest, first] = [size, true]; first || rest > 0; first = false) {
    const bits = first ? 4 : 7
    const low = rest % 2 ** bits
    rest = Math.floor(rest / 2 ** bits)
    head.push((rest > 0 ? 0x80 : 0) | (first ? 0x30 : 0) | low)
  }
  return Buffer.concat([
    Buffer.from('PACK\0\0\0\x02\0\0\0\x01', 'latin1'),
    Buffer.from(head),
    content,
    Buffer.alloc(20),
  ])
}

function pushOf(repository: Repository, pack: Buffer, init: RequestInit = {}) {
  const line = `${'0'.repeat(40)} ${'1'.repeat(40)} ${OURS}\0report-status side-band-64k`
  const body = Buffer.concat([Buffer.from((line.length + 4).toString(16).padStart(4, '0') + line + '0000'), pack])
  const headers = { 'content-type': 'application/x-git-receive-pack-request' }
  const request = new Request('http://x/git-receive-pack', { method: 'POST', body, headers, ...init })
  return serveGit({ request, path: 'git-receive-pack', repository, rights: AGENT, now: new Date() })
}

test('a file of two gigabytes is refused before a byte of it is unpacked', async () => {
  const repository = await aRepository()
  for (const size of [2 ** 31, 100 * 1024 * 1024]) {
    expect(await (await pushOf(repository, packOf(size))).text()).toContain('A file is larger than 50 MB')
  }
  expect(await repository.head(PHASE)).toBeUndefined()
})

test('a pack that is damaged, cut off or no pack at all changes nothing', async () => {
  const repository = await aRepository()
  for (const pack of [
    packOf(3, Buffer.from('nonsense')),
    packOf(3).subarray(0, 14),
    packOf(3).subarray(0, 9),
    Buffer.from('hello'),
    Buffer.alloc(0),
  ]) {
    const said = await (await pushOf(repository, pack)).text()
    expect(said).toContain('Git does not take the objects')
    // Nothing is wrong with the repository, and whoever pushes could not look into it.
    expect(said).toContain('Look at your clone with "git fsck"')
    expect(said).not.toContain('leeway doctor')
  }
  expect(await refsOf(repository)).toEqual([`refs/heads/${MAIN}`])
  expect((await packsOf(repository)).filter((name) => name.startsWith('tmp'))).toEqual([])
})

test('a disk that is full in mid-push is told to the client, and the branch stays', async () => {
  const repository = await aRepository()
  const folder = aFolder()
  await writeFile(join(folder, 'git'), `#!/bin/sh\nulimit -f 64\ntrap '' XFSZ\nexec ${(await theGit()).path} "$@"\n`, {
    mode: 0o755,
  })
  const full = new Repository(new Git(join(folder, 'git'), ''), repository.folder)
  const ann = await GitClient.cloneOf(await served(full))
  const noise = Array.from({ length: 60_000 }, (_, at) => (at * 7919) % 65_521).join(' ')
  const commit = await ann.commitOf([{ path: 'a', content: noise }])
  const { code, err } = await ann.run(['push', 'origin', `${commit}:${OURS}`])
  expect([code, err]).toEqual([1, expect.stringContaining('Make room and try again; nothing was changed')])
  expect(err).not.toContain(repository.folder)
  await full.close()
  expect(await repository.head(PHASE)).toBeUndefined()
  expect((await packsOf(repository)).filter((name) => name.startsWith('tmp'))).toEqual([])
})

test('of two who push at once one wins, and the other is told to fetch', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  // Both have passed every check before either of them moves the branch.
  const both = Promise.withResolvers<void>()
  let arrived = 0
  const beforeLanding = () => {
    arrived += 1
    if (arrived === 2) both.resolve()
    return both.promise
  }
  const landed: LandedUpdate[] = []
  const afterLanding = async (updates: readonly LandedUpdate[]) => {
    landed.push(...updates)
    return []
  }
  const url = await served(repository, { beforeLanding, afterLanding })
  const clients = await Promise.all([GitClient.cloneOf(url), GitClient.cloneOf(url)])
  for (const [at, client] of clients.entries()) {
    await client.run(['checkout', '-q', PHASE])
    await client.run(['commit', '-q', '--allow-empty', '-m', `by ${at}`])
  }
  const ends = await Promise.all(clients.map((client) => client.run(['push', 'origin', PHASE])))
  expect(ends.map(({ code }) => code).toSorted()).toEqual([0, 1])
  expect(ends.find(({ code }) => code === 1)?.err).toContain('Somebody else pushed first. Fetch, and push again.')
  expect(landed).toMatchObject([{ to: await repository.headOf(PHASE) }])
})

test('what the server refuses at the last moment does not land', async () => {
  const repository = await aRepository()
  const beforeLanding = () => Promise.reject(new Error('the store is away'))
  const ann = await GitClient.cloneOf(await served(repository, { beforeLanding }))
  const commit = await ann.commitOf([{ path: 'a' }])
  const { err } = await ann.run(['push', 'origin', `${commit}:${OURS}`])
  expect(err).toContain('Something went wrong inside Leeway. Nothing was changed.')
  expect(err).not.toContain('store is away')
  expect(await repository.head(PHASE)).toBeUndefined()
})

test('who clones or fetches from a repository of which main is gone is told so', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  const url = await served(repository)
  const ann = await GitClient.cloneOf(url)
  await commitTo(repository, { a: '2' })
  await repository.close()
  removeObjects(repository.folder)
  const said = expect.stringContaining('The repository is damaged on the server')
  expect(await ann.run(['fetch'])).toMatchObject({ code: 128, err: said })
  expect(await ann.run(['clone', url, join(ann.folder, 'again')])).toMatchObject({ code: 128, err: said })
})

test.for(['commit', 'folder', 'file'] as const)(
  'a branch of which a %s is gone is left out of clones and fetches, which have all others, and main as it is',
  async (gone) => {
    const repository = await aRepository()
    await commitTo(repository, { a: '1' })
    await squashMerge(repository, await approvalOf(repository))
    const head = await commitTo(repository, { 'deep/c': 'here alone' }, 'phase-3-tactical')
    const main = await repository.headOf(MAIN)
    const url = await served(repository)
    const ann = await GitClient.cloneOf(url)
    const whole = await commitTo(repository, { b: '1' }, 'phase-2-tactical')
    await repository.close()
    const names = { commit: head, folder: `${head}:deep`, file: `${head}:deep/c` }
    removeObject(repository.folder, names[gone])
    const bob = new GitClient()
    const cloned = await bob.run(['clone', url, bob.folder], { cwd: '/' })
    expect(cloned).toMatchObject({ code: 0 })
    const seen = await bob.run([
      'for-each-ref',
      '--format=%(refname:lstrip=3) %(objectname)',
      'refs/remotes/origin/phase*',
    ])
    expect(seen.out).toBe(`phase-2-tactical ${whole}\n`)
    expect((await bob.run(['rev-parse', 'HEAD'])).out.trim()).toBe(main)
    for (const version of ['0', '1', '2']) {
      const fetched = await ann.run(['-c', `protocol.version=${version}`, 'fetch'])
      expect([version, fetched]).toMatchObject([version, { code: 0 }])
    }
    // What somebody has of it stays with them, and whoever looks after the server reads which one it is.
    expect((await ann.run(['rev-parse', 'origin/phase-3-tactical'])).out.trim()).toBe(head)
    expect((await inspectRepository(repository))?.wrong).toContain(
      'Clones and fetches have main and the other branches, without phase-3-tactical.',
    )
  },
)

test('who may only read can not push, and hears it', async () => {
  const repository = await aRepository()
  const ann = await GitClient.cloneOf(await served(repository, { rights: null }))
  expect((await ann.run(['push', 'origin', `HEAD:${OURS}`])).err).toMatch(/403|not push/)
})

test('who may rewrite and begin branches can, and nobody else', async () => {
  const repository = await aRepository()
  const ann = await GitClient.cloneOf(await served(repository, { rights: { ...AGENT, mayRewrite: true } }))
  const [one, other] = [await ann.commitOf([{ path: 'a' }]), await ann.commitOf([{ path: 'b' }])]
  expect((await ann.run(['push', 'origin', `${one}:${OURS}`])).code).toBe(0)
  expect((await ann.run(['push', '-f', 'origin', `${other}:${OURS}`])).code).toBe(0)
  const bob = await GitClient.cloneOf(
    await served(repository, { rights: { ...AGENT, branches: ['phase-9-x'], mayBegin: false } }),
  )
  expect((await bob.run(['push', 'origin', 'HEAD:refs/heads/phase-9-x'])).err).toContain('phase-9-x is not there')
})

// biome-ignore format: a table
test.for([
  ['GET',  'info/refs?service=git-upload-archive', 403],
  ['GET',  'info/refs',                            403],
  ['GET',  'config',                               404],
  ['GET',  'hooks/x',                              404],
  ['GET',  'HEAD',                                 404],
  ['GET',  'objects/info/packs',                   404],
  ['GET',  '../other.git/config',                  404],
  ['GET',  'git-receive-pack',                     405],
  ['POST', 'info/refs?service=git-upload-pack',    405],
  ['POST', 'git-receive-pack',                     415],
  ['POST', 'git-upload-pack',                      415],
] as const)('%s %s is answered with %i', async ([method, address, status]) => {
  const repository = new Repository(await theGit(), '/nowhere')
  const request = new Request(`http://x/${address}`, { method })
  const path = address.split('?')[0] ?? ''
  expect((await serveGit({ request, path, repository, rights: AGENT, now: new Date() })).status).toBe(status)
})

test('a request that swells when it is unpacked is cut off', async () => {
  const repository = await aRepository()
  const body = gzipSync(Buffer.alloc(3_000_000, '0032shallow 1111111111111111111111111111111111111111\n'))
  const headers = { 'content-type': 'application/x-git-receive-pack-request', 'content-encoding': 'gzip' }
  const request = new Request('http://x/git-receive-pack', { method: 'POST', body, headers })
  const limits = { ...PUSH_LIMITS, packBytes: 100_000 }
  const { status } = await serveGit({
    request,
    path: 'git-receive-pack',
    repository,
    rights: AGENT,
    now: new Date(),
    limits,
  })
  expect(status).toBe(422)
  const bomb = new Request('http://x/git-receive-pack', {
    method: 'POST',
    body: gzipSync(Buffer.concat([Buffer.from('fff0'), Buffer.alloc(3_000_000)])),
    headers,
  })
  expect(
    (await serveGit({ request: bomb, path: 'git-receive-pack', repository, rights: AGENT, now: new Date(), limits }))
      .status,
  ).toBe(422)
})

test('a reader who goes away ends the git that answers', async () => {
  const repository = await aRepository()
  const isAnswering = () =>
    spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout.includes(`upload-pack ${repository.folder}`)
  // A client that never finishes its sentence.
  const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('0014command=fetch\n')) })
  const headers = { 'content-type': 'application/x-git-upload-pack-request', 'git-protocol': 'version=2' }
  const request = new Request('http://x/git-upload-pack', {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit)
  const answer = await serveGit({ request, path: 'git-upload-pack', repository, rights: null, now: new Date() })
  const reader = answer.body?.getReader()
  reader?.read().catch(() => undefined)
  await expect.poll(() => spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout).toContain(repository.folder)
  await reader?.cancel()
  await expect.poll(isAnswering).toBe(false)
})

test('a branch can begin at a commit that is there, with nothing to send', async () => {
  const repository = await aRepository()
  const ann = await GitClient.cloneOf(await served(repository))
  expect((await ann.run(['push', 'origin', `HEAD:${OURS}`])).err).toContain('new branch')
  expect(await repository.headOf(PHASE)).toBe(await repository.headOf(MAIN))
})
