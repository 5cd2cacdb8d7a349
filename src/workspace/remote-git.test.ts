import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MAIN } from '../review/branch-name.ts'
import { BOT, PLACE } from '../testing/forge/forge-state.ts'
import { giteaFace } from '../testing/forge/gitea-face.ts'
import { aStandIn } from '../testing/forge/stand-in.ts'
import { aRepository, commitTo, PHASE } from '../testing/git-house.ts'
import { followForge, settleMerged } from './follow-forge.ts'
import { Oid } from './oid.ts'
import { pushTo } from './remote-git.ts'

const AS = `leeway/job-1/${PHASE}`

/** A repository of a job that follows the main of a forge, with work on its branch. */
async function following() {
  const { url, state } = await aStandIn(giteaFace('older'))
  const header = (token: string) => `Authorization: Basic ${Buffer.from(`leeway:${token}`).toString('base64')}`
  const remote = { url: `${url}/${PLACE.owner}/${PLACE.repository}.git`, header: header(BOT.token) }
  const repository = await aRepository()
  const main = { remote, as: 'main' }
  await followForge(repository, main)
  const head = await commitTo(repository, { 'plan.md': 'one\n' })
  return { state, repository, remote, main, head, stranger: { ...remote, header: header('theirs') } }
}

/** Somebody who would like to be taken for the forge, and what they were told. */
async function aListener() {
  const heard: unknown[] = []
  const server = createServer(({ headers }, answer) => {
    heard.push(headers.authorization)
    answer.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a job on a forge begins where the main of the forge is', async () => {
  const { repository, state } = await following()
  expect(await repository.headOf(MAIN)).toBe(state.git.head('main'))
})

test('a branch is pushed once it is new there, and then only over what was left', async () => {
  const { repository, state, remote, head } = await following()
  await pushTo(repository, { remote, as: AS }, { to: head, over: null })
  expect(state.git.head(AS)).toBe(head)
  const next = await commitTo(repository, { 'plan.md': 'two\n' })
  await pushTo(repository, { remote, as: AS }, { to: next, over: head })
  expect(state.git.head(AS)).toBe(next)
})

test('what somebody pushed there is not written over', async () => {
  const { repository, state, remote, head } = await following()
  await pushTo(repository, { remote, as: AS }, { to: head, over: null })
  const theirs = state.git.commit(AS, { 'plan.md': 'theirs\n' }, 'Mine')
  const next = await commitTo(repository, { 'plan.md': 'two\n' })
  for (const over of [head, null]) {
    await expect(pushTo(repository, { remote, as: AS }, { to: next, over })).rejects.toMatchObject({
      code: 'branch_moved',
    })
  }
  expect(state.git.head(AS)).toBe(theirs)
})

test('main goes along with the forge, and never back', async () => {
  const { repository, state, main } = await following()
  const next = state.git.commit('main', { other: 'x' }, 'Other')
  expect(await followForge(repository, main)).toBe(next)
  state.git.git(['update-ref', 'refs/heads/main', `${next}^`])
  await expect(followForge(repository, main)).rejects.toMatchObject({ code: 'base_moved' })
  expect(await repository.headOf(MAIN)).toBe(next)
})

test('what the forge merged is taken in, and taking it in again changes nothing', async () => {
  const { repository, state, remote, main, head } = await following()
  await pushTo(repository, { remote, as: AS }, { to: head, over: null })
  const { commit } = state.git.squash(head, 'The plan') as { commit: string }
  for (let time = 1; time <= 2; time++) {
    await settleMerged(repository, { main, branch: PHASE, head, commit: Oid.parse(commit) })
    expect(await repository.headOf(MAIN)).toBe(commit)
    expect(await repository.head(PHASE)).toBeUndefined()
    expect((await repository.run(['rev-parse', `refs/leeway/history/${PHASE}`])).toString().trim()).toBe(head)
  }
})

test('a merge that is not on the main of the forge is not believed', async () => {
  const { repository, main, head } = await following()
  const before = await repository.headOf(MAIN)
  const merged = { main, branch: PHASE, head, commit: head }
  await expect(settleMerged(repository, merged)).rejects.toMatchObject({ code: 'forge_unreadable' })
  expect([await repository.headOf(MAIN), await repository.head(PHASE)]).toEqual([before, head])
})

test('a forge that does not let us in is an error without the token', async () => {
  const { repository, stranger, head } = await following()
  const error = await pushTo(repository, { remote: stranger, as: AS }, { to: head, over: null }).catch(
    (thrown: Error) => thrown,
  )
  expect(error).toMatchObject({ code: 'forge_unreachable' })
  expect(JSON.stringify(error) + String(error)).not.toContain(stranger.header.split(' ').at(-1))
})

test('settings of the repository that lead elsewhere keep our token here', async () => {
  const { repository, remote, main, head } = await following()
  const elsewhere = await aListener()
  await repository.run(['config', `url.${elsewhere.url}.insteadOf`, new URL(remote.url).origin])
  const refused = { code: 'repository_broken', message: expect.stringContaining('insteadof') }
  await expect(pushTo(repository, { remote, as: AS }, { to: head, over: null })).rejects.toMatchObject(refused)
  await expect(followForge(repository, main)).rejects.toMatchObject(refused)
  expect(elsewhere.heard).toEqual([])
})

test('another file of settings of the repository keeps our token here too', async () => {
  const { repository, remote, head } = await following()
  const elsewhere = await aListener()
  await repository.run(['config', 'extensions.worktreeConfig', 'true'])
  const own = `[url "${elsewhere.url}"]\n\tinsteadOf = ${new URL(remote.url).origin}\n`
  await writeFile(join(repository.folder, 'config.worktree'), own)
  await expect(pushTo(repository, { remote, as: AS }, { to: head, over: null })).rejects.toMatchObject({
    code: 'repository_broken',
    message: expect.stringContaining('worktreeconfig'),
  })
  expect(elsewhere.heard).toEqual([])
})

test('no program of the repository is asked for a password when a forge lets nobody in', async () => {
  const { repository, stranger, head } = await following()
  const [program, proof] = ['ask', 'proof'].map((name) => join(dirname(repository.folder), name)) as [string, string]
  await writeFile(program, `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 })
  await repository.run(['config', 'core.askPass', program])
  const pushed = pushTo(repository, { remote: stranger, as: AS }, { to: head, over: null })
  await expect(pushed).rejects.toMatchObject({ code: 'forge_unreachable' })
  expect(existsSync(proof)).toBe(false)
})

test('a forge that refuses one branch is there for the others', async () => {
  const { repository, state, remote, head } = await following()
  state.git.git(['config', 'receive.hideRefs', `refs/heads/${AS}`])
  const refused = pushTo(repository, { remote, as: AS }, { to: head, over: null })
  await expect(refused).rejects.toMatchObject({ code: 'forge_refused', message: expect.stringContaining(AS) })
  await pushTo(repository, { remote, as: 'leeway/other' }, { to: head, over: null })
  expect([state.git.head(AS), state.git.head('leeway/other')]).toEqual([undefined, head])
})

test.for(['-x', 'a b', '../main', 'a..b', 'x.lock', '', 'a/', '@', 'a:b'])('%j is no branch on a forge', async (as) => {
  const repository = await aRepository()
  const remote = { url: 'http://127.0.0.1:1/house/tools.git', header: '' }
  const pushed = pushTo(repository, { remote, as }, { to: await repository.headOf(MAIN), over: null })
  await expect(pushed).rejects.toMatchObject({ code: 'branch_missing' })
})

test('git speaks to no other protocol than that of the address, and to none in everything else', async () => {
  const repository = await aRepository()
  const head = await repository.headOf(MAIN)
  const remote = { url: `file://${repository.folder}`, header: '' }
  await expect(pushTo(repository, { remote, as: AS }, { to: head, over: null })).rejects.toMatchObject({
    code: 'unsafe_address',
  })
  expect((await repository.attempt(['ls-remote', remote.url])).stderr).toContain('not allowed')
})
