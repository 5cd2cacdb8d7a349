import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aFolder } from '../testing/folder.ts'
import { approvalOf, aRepository, commitTo, theGit } from '../testing/git-house.ts'
import { copyRepository, restoreRepository } from './copy-repository.ts'
import { GitWorkspaces } from './git-workspaces.ts'
import { squashMerge } from './squash-merge.ts'

async function bytesOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

async function aCopy() {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  await squashMerge(repository, await approvalOf(repository))
  await commitTo(repository, { b: '2' }, 'phase-2-tactical')
  const { refs, objects } = await copyRepository(repository)
  return { repository, refs: Buffer.from(refs).toString(), objects: await bytesOf(objects) }
}

async function aPlace() {
  return { git: await theGit(), root: aFolder(), name: 'job-1.git' }
}

test('a copy that lacks an object leaves no repository', async () => {
  const { repository, refs } = await aCopy()
  const which = await aPlace()
  // Git packs what it is told to, and whoever cut off its list would never hear of it.
  const main = (await repository.headOf('main')).toString()
  const objects = await repository.run(['pack-objects', '--stdout', '-q'], { input: Buffer.from(`${main}\n`) })
  for (const bytes of [objects, objects.subarray(0, 20), Buffer.alloc(0)]) {
    const refused = restoreRepository(which, { refs: Buffer.from(refs), objects: [bytes] })
    await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/^(repository_broken|git_failed)$/) })
    expect(existsSync(join(which.root, which.name))).toBe(false)
  }
})

test('what a fetch holds on to for a moment, or left behind, stays out of a copy', async () => {
  const { repository } = await aCopy()
  const main = await repository.headOf('main')
  await repository.run(['update-ref', 'refs/leeway/forge/left-behind', `${main}`])
  const which = await aPlace()
  const copied = await copyRepository(repository)
  expect(Buffer.from(copied.refs).toString()).not.toContain('forge')
  await restoreRepository(which, copied)
  expect(existsSync(join(which.root, which.name))).toBe(true)
})

test('a copy of which git has read all counts as read, also before its source says that it ends', async () => {
  const { refs, objects } = await aCopy()
  const which = await aPlace()
  const slow = async function* () {
    yield objects
    await setTimeout(500)
  }
  await restoreRepository(which, { refs: Buffer.from(refs), objects: slow() })
  expect(existsSync(join(which.root, which.name))).toBe(true)
})

test('only refs that Leeway makes come out of a copy, and nothing leads out of the folder', async () => {
  const { refs, objects } = await aCopy()
  const which = await aPlace()
  const oid = refs.slice(0, 40)
  for (const ref of [
    'refs/replace/x',
    'refs/heads/-x',
    'refs/tags/a',
    'refs/heads/../../x',
    'HEAD',
    'refs/leeway/history/main',
  ]) {
    const strange = { refs: Buffer.from(`${refs}${oid} ${ref}\n`), objects: [objects] }
    await expect(restoreRepository(which, strange)).rejects.toMatchObject({ code: 'repository_broken' })
  }
  const workspaces = new GitWorkspaces(which.root, theGit)
  for (const name of ['../out.git', 'a/b.git', '.git', 'x', 'A.git']) {
    const copy = { refs: Buffer.from(refs), objects: [objects] }
    await expect(workspaces.bringBack(name, copy)).rejects.toMatchObject({ code: 'repository_broken' })
  }
  expect(existsSync(join(which.root, which.name))).toBe(false)
})
