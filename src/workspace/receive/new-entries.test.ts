import { expect, test } from 'vitest'
import { aRepository, commitTo, PHASE } from '../../testing/git-house.ts'
import { GitClient, served } from '../../testing/git-server.ts'
import { EMPTY_TREE } from '../git-environment.ts'

test.for(['l', 'deep/down/l'])(
  'a file is refused also where a later commit has the same folder again, once what came between is taken back (%s)',
  async (path) => {
    const repository = await aRepository()
    const ann = await GitClient.cloneOf(await served(repository))
    await ann.commitOf([{ path, mode: '120000', content: '/etc/passwd' }])
    await ann.run(['reset', '-q', '--hard', 'made'])
    const { out } = await ann.run(['hash-object', '-w', '--stdin'], { input: 'more' })
    await ann.run(['update-index', '--add', '--cacheinfo', `100644,${out.trim()},${path}-beside`])
    await ann.run(['commit', '-qm', 'More'])
    expect(await ann.run(['revert', '--no-edit', 'HEAD'])).toMatchObject({ code: 0 })
    const { code, err } = await ann.run(['push', 'origin', `HEAD:refs/heads/${PHASE}`])
    expect(err).toContain(`${path}: The link leads out of the tree`)
    expect(code).toBe(1)
    expect(await repository.head(PHASE)).toBeUndefined()
  },
)

test('a folder without a file is refused, because no review would show it', async () => {
  const repository = await aRepository()
  const ann = await GitClient.cloneOf(await served(repository))
  await ann.run(['hash-object', '-t', 'tree', '-w', '/dev/null'])
  const folderOf = async (mode: string, oid: string, name: string) =>
    (await ann.run(['mktree', '-z'], { input: `${mode} tree ${oid}\t${name}\0` })).out.trim()
  const tree = await folderOf('040000', await folderOf('040000', EMPTY_TREE, 'b\u202ec'), 'a')
  const { out } = await ann.run(['commit-tree', tree, '-p', 'origin/main', '-m', 'Nothing to see'])
  const { code, err } = await ann.run(['push', 'origin', `${out.trim()}:refs/heads/${PHASE}`])
  expect([code, err]).toEqual([1, expect.stringContaining('a/b\\u202ec is an empty folder.')])
  expect(await repository.head(PHASE)).toBeUndefined()
})

test('a commit that takes every file away is none', async () => {
  const repository = await aRepository()
  await commitTo(repository, { 'a/b': '1' })
  const ann = await GitClient.cloneOf(await served(repository))
  await ann.run(['checkout', '-q', PHASE])
  await ann.run(['rm', '-qr', 'a'])
  await ann.run(['commit', '-qm', 'Clear'])
  expect(await ann.run(['push', 'origin', PHASE])).toMatchObject({ code: 0 })
})

test('a secret that a link leads to is refused like one in a file', async () => {
  const repository = await aRepository()
  const ann = await GitClient.cloneOf(await served(repository))
  // Put together here, so that no scanner takes it for a real one.
  const commit = await ann.commitOf([{ path: 'l', mode: '120000', content: `ghp_${'a1B2'.repeat(9)}` }])
  const { err } = await ann.run(['push', 'origin', `${commit}:refs/heads/${PHASE}`])
  expect(err).toContain('l: Line 1 looks like a GitHub token.')
})
