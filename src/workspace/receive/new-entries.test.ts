import { expect, test } from 'vitest'
import { aRepository, PHASE } from '../../testing/git-house.ts'
import { GitClient, served } from '../../testing/git-server.ts'

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
