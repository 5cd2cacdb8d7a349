import { expect, test } from 'vitest'
import { verifyKeptRows } from '../../src/look-after.ts'
import type { Feedback } from '../../src/sdk/pull/feedback.ts'
import { giteaFace } from '../../src/testing/forge/gitea-face.ts'
import { githubFace } from '../../src/testing/forge/github-face.ts'
import { plan } from '../../src/testing/plan-work.ts'
import { builtin, heldOn, onForge } from './host-scene.ts'

// What a phase, its agent and its reviewers can rely on, wherever the pull request is looked at.
const HOSTS = [builtin, onForge(githubFace), onForge(giteaFace('newer'))]

test.for(HOSTS)('$name: what is approved becomes one commit of main, and the branch goes', async (host) => {
  const { house, there, run, resume } = await heldOn(host, plan)
  expect(run).toMatchObject({ status: 'held' })
  expect(there.git('branch', '--format=%(refname:short)').trim().split('\n').sort()).toEqual([
    ...[there.branch('phase-1-strategic'), 'main'].sort(),
  ])
  await there.approve()
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
  expect(there.git('log', '--format=%s', 'main')).toBe('The plan\nBegin\n')
  expect(there.git('log', '-1', '--format=%b', 'main')).toContain('Reviewed-by: ada')
  expect(there.git('show', 'main:plan.md')).toBe('one\ntwo\nthree\n')
  expect(there.git('branch', '--format=%(refname:short)').trim()).toBe('main')
  expect(there.git('fsck', '--strict', '--no-dangling')).toBe('')
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test.for(HOSTS)('$name: a review reaches the agent as data, and its answer reaches the reviewer', async (host) => {
  const heard: (Feedback | null)[] = []
  const { there, resume, view } = await heldOn(host, (workspace, feedback) => {
    heard.push(feedback)
    return plan(workspace, feedback)
  })
  await there.requestChanges('Nearly.', { line: 2, text: 'Louder.' })
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(heard.at(-1)).toMatchObject({
    text: 'Nearly.',
    threads: [{ kind: 'blocking', anchor: { path: 'plan.md', first: 2, quote: ['two'] } }],
  })
  await there.arrive()
  expect(await view()).toMatchObject({ pull: { round: 2, branch: 'phase-1-strategic', unanswered: [] } })
  expect(await there.answers()).toEqual([expect.stringContaining('Done.')])
  // A blocking thread stops the approval until a person has settled it.
  await there.approve().catch(() => undefined)
  expect(await resume()).toMatchObject({ status: 'held' })
  await there.resolve()
  await there.approve()
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(there.git('show', 'main:plan.md')).toBe('one\nTWO\nthree\n')
})

test.for(HOSTS)('$name: an approval of what is not the newest any more merges nothing', async (host) => {
  const { there, resume, seen } = await heldOn(host, plan)
  const before = await seen()
  await there.push('mine\n')
  await there.approve(before).catch(() => undefined)
  expect((await resume()).status).not.toBe('completed')
  expect(there.git('log', '--format=%s', 'main')).toBe('Begin\n')
})
