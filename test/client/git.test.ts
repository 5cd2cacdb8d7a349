import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { remoteDesk } from '../../src/client/desk/remote-desk.ts'
import { PullId } from '../../src/model/ids.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { pushWords } from '../../src/server/git/push-words.ts'
import { bundled } from '../../src/testing/bundled.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { inOneLine } from '../../src/testing/in-one-line.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'

const BRANCH = 'phase-1-strategic'
/** A dozen processes one after the other, some of which start another: long on a busy machine. */
const PATIENCE = 90_000
const plan: PhaseWork = async (workspace, feedback) => {
  if (feedback === null) await workspace.step('write', (files) => files.write('plan.md', 'one\n'))
  return { remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, did: 'fixed', text: 'Yes.' })) }
}

/** A real git client of somebody, with nothing of this machine's configuration. */
function gitOf(token: string, folder: string) {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: '3',
    ...{
      GIT_CONFIG_KEY_0: 'http.extraHeader',
      GIT_CONFIG_VALUE_0: token === '' ? 'X-None: 1' : `Authorization: Bearer ${token}`,
    },
    ...{ GIT_CONFIG_KEY_1: 'user.name', GIT_CONFIG_VALUE_1: 'Rob' },
    ...{ GIT_CONFIG_KEY_2: 'user.email', GIT_CONFIG_VALUE_2: 'rob@example.org' },
  }
  return async (...args: readonly string[]): Promise<string> => {
    const said = await promisify(execFile)('git', args, { cwd: folder, env }).catch((error) => error)
    return `${said.stdout}${said.stderr}`
  }
}

async function aJob(title?: string) {
  const house = await aServedHouse()
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program({ name: 'plan', version: '1' }, (job) =>
    job.phase({ number: 1, type: 'strategic', ...(title !== undefined && { title }) }, plan),
  )
  const { job } = await leeway.start(program, { key: 'a', input: null })
  const [pull] = (await house.desk.pulls.list()).rows
  if (pull === undefined) throw new Error('Nothing was offered.')
  return { house, leeway, job, id: pull.id, address: `${house.url}/git/${job}.git` }
}

test('people clone with their own token, and what they push joins the review and voids votes', async () => {
  const { house, leeway, job, id, address } = await aJob()
  const folder = await aFolder()
  const git = gitOf(house.tokens.reviewer, folder)
  expect(await git('clone', '--quiet', '--branch', BRANCH, address, 'work')).toBe('')
  const inside = gitOf(house.tokens.reviewer, join(folder, 'work'))
  await writeFile(join(folder, 'work', 'plan.md'), 'mine\n')
  await inside('commit', '--quiet', '--author', 'Eve\u202e <eve@example.org>', '-am', 'My way\n\nReviewed-by: eve')
  expect(await inside('push', '--quiet', 'origin', BRANCH)).toContain('Your push is round 2')
  const { pulls } = remoteDesk(house.as('admin'))
  const view = await pulls.read(id)
  expect(view).toMatchObject({
    pull: { round: 2, head: (await inside('rev-parse', 'HEAD')).trim() },
    rounds: [{ by: { kind: 'agent' } }, { by: { kind: 'person', id: 'rob' } }],
    checkpoint: { revision: 2, votes: [], edited_by: ['rob'] },
  })
  const about = { pull: id, head: view.pull.head, content_hash: view.checkpoint?.content_hash ?? '' }
  const rob = remoteDesk(house.as('reviewer')).pulls
  await expect(rob.submit({ ...about, answer: 'approve' })).rejects.toMatchObject({ code: 'self_approval' })
  await pulls.submit({ ...about, answer: 'approve' })
  expect(await leeway.resume(job)).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  await inside('fetch', '--quiet', 'origin')
  expect(await inside('show', 'origin/main:plan.md')).toBe('mine\n')
  // Who pushed has a part in it, whatever their commits say of who made them.
  expect(await inside('log', '-1', '--format=%an%n%(trailers:unfold)', 'origin/main')).toBe(
    `scout\nCo-authored-by: rob <rob@person.leeway.invalid>\nReviewed-by: ada\nLeeway-Pull: ${id}\n\n`,
  )
  // The branch is gone, and so is the right to push to it.
  expect(await inside('push', 'origin', `HEAD:${BRANCH}`)).toContain('is not yours to push to')
})

test('whoever pushes reads which review it joined, what that voids and where to look, in words that no name can forge', async () => {
  const { house, leeway, job, id, address } = await aJob('Plan\u202e "ok" remote: approved')
  const eve = await house.addPerson('eve', 'reviewer')
  const folder = await aFolder()
  await gitOf(eve, folder)('clone', '--quiet', '--branch', BRANCH, address, 'work')
  const git = gitOf(eve, join(folder, 'work'))
  const commit = async (text: string) => {
    await writeFile(join(folder, 'work', 'plan.md'), text)
    await git('commit', '--quiet', '-am', 'My way')
  }
  await commit('mine\n')
  const said = (await git('push', 'origin', BRANCH)).split('\n').map((line) => line.trimEnd())
  expect(said.filter((line) => line.startsWith('remote:'))).toEqual([
    `remote: Your push is round 2 of "Plan\\u202e \\"ok\\" remote: approved" (${id}).`,
    'remote: You have a part in it now, so that somebody else has to approve it.',
    `remote: Look at it: ${house.url}/pulls/${id}`,
  ])
  // While the agent has its turn, that is said.
  const view = await house.desk.pulls.read(id)
  const about = { pull: id, head: view.pull.head, content_hash: view.checkpoint?.content_hash ?? '' }
  await house.as('reviewer').call('submit_review', { ...about, answer: 'request_changes', text: 'Louder.' })
  await commit('mine again\n')
  expect(await git('push', 'origin', BRANCH)).toContain('it is given your commits with its next round')
  // What is refused says why, and what to do; nothing of a name acts on the terminal.
  await writeFile(join(folder, 'work', 'a\u001b[2Jb\u202e.md'), 'x')
  await git('add', '--all')
  await git('commit', '--quiet', '-m', 'Odd')
  const refusal = await git('push', 'origin', BRANCH)
  expect(refusal).toMatch(
    /remote: Leeway refused the push\.[^]*a\\u001b\[2Jb\\u202e\.md[^]*git rebase -i\), and push again/,
  )
  // Git itself clears each line to its end.
  const shown = refusal.replaceAll('\u001b[K', '')
  expect([shown.includes('\u001b'), shown.includes('\u202e')]).toEqual([false, false])
  await leeway.close()
  expect((await house.desk.job(job)).job.status).toBe('pending_review')
})

test('a push says how many votes it voids', () => {
  const joined = { round: 3, votes: 2, isAgentsTurn: false, isForOthers: false }
  const fate = { pull: PullId.parse('job_1:phase-1-strategic'), title: '', url: 'http://127.0.0.1:7' }
  expect(pushWords({ ...fate, joined })).toEqual([
    'Your push is round 3 of job_1:phase-1-strategic.',
    '2 votes for what was there before are void.',
    'Look at it: http://127.0.0.1:7/pulls/job_1:phase-1-strategic',
  ])
  expect(pushWords({ ...fate, joined: { ...joined, votes: 1 } })[1]).toBe('One vote for what was there before is void.')
  expect(pushWords({ ...fate, joined: { why: 'The policy denies it.' } })[0]).toContain('not part of the review')
})

test('nobody gets in without a token, reads another tenant, or pushes what is not theirs', async () => {
  const { house, address, id } = await aJob()
  const folder = await aFolder()
  expect(await gitOf('', folder)('clone', address, 'a')).toMatch(/could not read Username|Authentication failed/)
  expect(await gitOf('lwp_wrong', folder)('clone', address, 'a')).toMatch(
    /could not read Username|Authentication failed|401/,
  )
  const stranger = await house.addPerson('sue', 'reviewer', ['elsewhere' as never])
  expect(await gitOf(stranger, folder)('clone', address, 'a')).toContain('not found')

  const viewer = gitOf(house.tokens.viewer, folder)
  expect(await viewer('clone', '--quiet', '--branch', BRANCH, address, 'viewed')).toBe('')
  expect(await gitOf(house.tokens.viewer, join(folder, 'viewed'))('push', 'origin', BRANCH)).toMatch(/403|not push/)
  const agent = gitOf(house.tokens.agent, join(folder, 'viewed'))
  expect(await agent('fetch', '--quiet', 'origin')).toBe('')
  await writeFile(join(folder, 'viewed', 'plan.md'), 'forged\n')
  await agent('commit', '--quiet', '-am', 'As if')
  expect(await agent('push', 'origin', BRANCH)).toMatch(/403|not push/)

  const reviewer = gitOf(house.tokens.reviewer, join(folder, 'viewed'))
  for (const ref of ['main', 'refs/tags/v1', 'refs/replace/x', 'phase-9-tactical']) {
    expect(await reviewer('push', 'origin', `HEAD:${ref}`)).toMatch(/rejected|can not be pushed|not yours/)
  }
  expect((await house.desk.pulls.read(id)).pull).toMatchObject({ round: 1 })
})

test('nothing of a repository is served as a file', async () => {
  const { house, job } = await aJob()
  const headers = { Authorization: `Bearer ${house.tokens.admin}` }
  for (const path of ['config', 'HEAD', 'objects/info/packs', 'info/refs/..%2fconfig', 'hooks/']) {
    expect([path, (await house.raw(`/git/${job}.git/${path}`, { headers })).status]).toEqual([path, 404])
  }
  expect((await house.raw('/git/none.git/info/refs', { headers })).status).toBe(404)
  expect((await house.raw(`/git/${job}.git/info/refs`)).status).toBe(401)
  expect((await house.raw('/git/%.git/info/refs', { headers })).status).toBe(404)
  const packed = { ...headers, 'Content-Type': 'application/x-git-receive-pack-request', 'Content-Encoding': 'gzip' }
  const broken = await house.raw(`/git/${job}.git/git-receive-pack`, {
    method: 'POST',
    headers: packed,
    body: 'no gzip',
  })
  expect([broken.status, await broken.text()]).toEqual([422, expect.stringContaining('could not be read')])
  const elsewhere = { ...headers, Origin: 'https://evil.example' }
  expect((await house.raw(`/git/${job}.git/info/refs?service=git-upload-pack`, { headers: elsewhere })).status).toBe(
    403,
  )
  let status = 401
  for (let tries = 0; tries < 2000 && status === 401; tries++) {
    status = (await house.raw(`/git/${job}.git/info/refs`, { headers: { Authorization: 'Bearer wrong' } })).status
  }
  expect(status).toBe(429)
})

/** A reviewer who has signed in at the command line, and a place for their clone. */
async function signedIn({ root, tokens }: Awaited<ReturnType<typeof aServedHouse>>) {
  const home = await aFolder()
  const work = join(home, 'work')
  const tokenFile = join(home, 'token')
  await writeFile(tokenFile, tokens.reviewer, { mode: 0o600 })
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_CONFIG_HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    NO_COLOR: '1',
  }
  const main = await bundled(new URL('../../src/cli/main.ts', import.meta.url))
  const leeway = async (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [main, ...args], { cwd: root, env })
  const git = async (...args: readonly string[]) => promisify(execFile)('git', args, { cwd: work, env })
  await leeway('login', '--token-file', tokenFile)
  return { home, work, leeway, git }
}

test(
  'leeway clone once more lets a clone find a server that has another port by now, and keeps what is in it',
  async () => {
    const { house, address } = await aJob()
    const { work, leeway, git } = await signedIn(house)
    const [pull] = (await house.desk.pulls.list()).rows
    await leeway('clone', pull?.job ?? '', work)
    await git('switch', BRANCH)
    await git('-c', 'user.name=rob', '-c', 'user.email=rob@example.org', 'commit', '--allow-empty', '-m', 'Mine')
    await house.server.close()
    await expect(git('push', 'origin', BRANCH)).rejects.toThrow(/Failed to connect|Could not connect|refused/)

    const again = await house.serveAgain({ address: { port: 0 } })
    const { stdout } = await leeway('clone', pull?.job ?? '', work)
    expect(inOneLine(stdout)).toContain(
      `now fetches from and pushes to ${again.url}/git/${pull?.job}.git. Before, that was ${address}.`,
    )
    expect(stdout).toContain(`git push origin ${BRANCH}`)
    await git('push', 'origin', BRANCH)
    await git('pull', 'origin', BRANCH)
    const kept = await readFile(join(work, '.git', 'config'), 'utf8')
    expect(kept).not.toContain(new URL(address).origin)
    // What is no clone of this job is left to git, which takes no folder that is not empty.
    await git('remote', 'set-url', 'origin', `${again.url}/git/job_other.git`)
    await expect(leeway('clone', pull?.job ?? '', work)).rejects.toThrow('already exists')
  },
  PATIENCE,
)

test(
  'leeway clone sets a clone up that fetches and pushes with nobody typing a token, and keeps none',
  async () => {
    const { house, address, id } = await aJob()
    const { home, leeway, git } = await signedIn(house)
    const [pull] = (await house.desk.pulls.list()).rows
    const cloned = await leeway('clone', pull?.job ?? '', join(home, 'work'))
    expect(cloned.stdout).toContain(`is under review in round 1, on the branch ${BRANCH}:`)
    expect(cloned.stdout).toContain(`cd ${join(home, 'work')} && git switch ${BRANCH}\n  git push origin ${BRANCH}\n`)
    // Before anybody pushes, and not only after it.
    expect(inOneLine(cloned.stdout)).toContain(
      'Whoever pushes has a part in it, so that somebody else approves it: ada',
    )
    await git('switch', BRANCH)
    await writeFile(join(home, 'work', 'plan.md'), 'mine\n')
    await git('-c', 'user.name=rob', '-c', 'user.email=rob@example.org', 'commit', '-am', 'My way')
    await git('push', 'origin', BRANCH)
    expect((await house.desk.pulls.read(id)).pull).toMatchObject({ round: 2 })
    const repositories = join(house.root, '.leeway/repositories')
    const [name = ''] = await readdir(repositories)
    await writeFile(join(repositories, name, 'refs/heads', BRANCH), `${'a'.repeat(40)}\n`)
    const without = await leeway('clone', pull?.job ?? '', join(home, 'without'))
    expect(inOneLine(without.stdout)).toContain(`its branch ${BRANCH} is not in the clone: it is damaged on the server`)
    await house.desk.cancel(pull!.job, 'No longer needed.')
    expect((await leeway('clone', pull?.job ?? '', join(home, 'again'))).stdout).toContain('No phase is under review')
    const kept = await readFile(join(home, 'work', '.git', 'config'), 'utf8')
    expect(kept).toContain(address)
    expect(kept).not.toContain(house.tokens.reviewer)
  },
  PATIENCE,
)

test(
  'leeway clone says what is right for somebody too whose git calls what it cloned by another name',
  async () => {
    const { house, job } = await aJob()
    const { home, work, leeway, git } = await signedIn(house)
    await writeFile(join(home, '.gitconfig'), '[clone]\n\tdefaultRemoteName = upstream\n')
    for (const _ of ['first', 'once more']) {
      const { stdout } = await leeway('clone', job, work)
      expect(stdout).toContain(`cd ${work} && git switch ${BRANCH}\n  git push origin ${BRANCH}\n`)
    }
    await git('switch', BRANCH)
    await git('-c', 'user.name=rob', '-c', 'user.email=rob@example.org', 'commit', '--allow-empty', '-m', 'Mine')
    await git('push', 'origin', BRANCH)
  },
  PATIENCE,
)
