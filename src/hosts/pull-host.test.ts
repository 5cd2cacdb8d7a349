import { expect, onTestFinished, test } from 'vitest'
import { forgeAddress } from '../model/forge-address.ts'
import { BOT, PLACE } from '../testing/forge/forge-state.ts'
import { giteaFace } from '../testing/forge/gitea-face.ts'
import { githubFace } from '../testing/forge/github-face.ts'
import { aStandIn } from '../testing/forge/stand-in.ts'
import { GiteaHost } from './gitea/gitea-host.ts'
import { GithubHost } from './github/github-host.ts'
import { pullHostContract } from './pull-host-contract.ts'

pullHostContract('github', githubFace, (options) => new GithubHost(options))
pullHostContract('gitea', giteaFace('older'), (options) => new GiteaHost(options))

test('a Gitea that calls the fields of a merge by their newer names merges under our words too', async () => {
  const standIn = await aStandIn(giteaFace('newer'))
  const host = new GiteaHost({
    ...{ ...PLACE, base: forgeAddress(standIn.url), main: 'main' },
    ...{ token: async () => BOT.token, now: () => Date.now() },
  })
  const { git } = standIn.state
  const head = git.commit('work', { 'plan.md': 'one\n' }, 'Plan')
  const { number } = await host.open({ branch: 'work', title: 'The plan', body: '' })
  expect(await host.merge(number, { head, title: 'The plan', message: 'Why.' })).toEqual({ commit: git.head('main') })
  expect(git.git(['log', '-1', '--format=%B', 'main']).trim()).toBe('The plan\n\nWhy.')
})

test('no token is sent where certificates are not checked', async () => {
  let asked = 0
  const token = async () => {
    asked += 1
    return BOT.token
  }
  const host = new GithubHost({
    ...PLACE,
    base: forgeAddress('https://127.0.0.1:1'),
    main: 'main',
    token,
    now: () => Date.now(),
  })
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  onTestFinished(() => {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  })
  await expect(host.read(1)).rejects.toMatchObject({ code: 'unsafe_address' })
  expect(asked).toBe(0)
})
