import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { JobId } from '../model/ids.ts'
import { aFolder } from '../testing/folder.ts'
import { aRepository, BOT, commitTo, PHASE, theGit } from '../testing/git-house.ts'
import { OpenRepositories } from './open-repositories.ts'
import { initRepository } from './open-repository.ts'

const JOB = 'job-1' as JobId

async function opened() {
  const made = await aRepository()
  const root = dirname(made.folder)
  const open = new OpenRepositories(root)
  onTestFinished(() => open.close())
  const git = await theGit()
  const of = () => open.of(JOB, git)
  expect(await of().head('main')).toBeDefined()
  return { made, root, of }
}

test('invariant 28: an open repository that is moved away and linked to is not used any more', async () => {
  const { made, root, of } = await opened()
  await rename(made.folder, join(root, 'outside'))
  await symlink(join(root, 'outside'), made.folder)
  expect(of).toThrow('"." leads somewhere else')
})

test('invariant 28: an open repository that gets alternates is not used any more', async () => {
  const { made, of } = await opened()
  await mkdir(join(made.folder, 'objects/info'), { recursive: true })
  await writeFile(join(made.folder, 'objects/info/alternates'), '/elsewhere/objects\n')
  expect(of).toThrow('"objects/info/alternates" must not be there')
})

test('an open repository that is gone is missing, and one that came back is read as it is', async () => {
  const { made, root, of } = await opened()
  await rename(made.folder, join(root, 'away'))
  expect(of).toThrow(expect.objectContaining({ code: 'repository_missing' }))

  await rename(join(root, 'away'), made.folder)
  const newer = await commitTo(made, { 'a.md': 'newer\n' })
  expect(await of().head(PHASE)).toBe(newer)
})

test('a repository that was exchanged is read anew', async () => {
  const { made, of } = await opened()
  const other = await aRepository()
  await commitTo(other, { 'b.md': 'of the other\n' })
  const head = await other.head(PHASE)
  await rm(made.folder, { recursive: true })
  await rename(other.folder, made.folder)
  expect(await of().head(PHASE)).toBe(head)
})

test('many jobs at once are each read to the end, though no more than a few stay open', async () => {
  const root = join(aFolder(), 'repositories')
  const git = await theGit()
  const jobs = Array.from({ length: 24 }, (_, at) => `job-${at}` as JobId)
  for (const job of jobs) await initRepository({ git, root, job }, { author: BOT, message: 'Begin' })
  const open = new OpenRepositories(root)
  onTestFinished(() => open.close())
  const heads = await Promise.allSettled(jobs.map((job) => open.of(job, git).head('main')))
  expect(heads.filter(({ status }) => status === 'rejected')).toEqual([])
})
