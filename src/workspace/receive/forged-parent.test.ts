import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aRepository, commitTo, PHASE } from '../../testing/git-house.ts'
import { AGENT, GitClient, served } from '../../testing/git-server.ts'
import type { Repository } from '../repository.ts'
import { serveGit } from '../smart-http.ts'
import { pktLine } from './pkt-line.ts'

const WHO = 'Ann <ann@example.org> 1700000000 +0000'

async function nameOf(repository: Repository, name: string): Promise<string> {
  return (await repository.run(['rev-parse', name])).toString().trim()
}

/** Pushes a commit together with another one that it does not lead to. */
async function pushBoth(repository: Repository, ann: GitClient, [to, beside]: readonly [string, string]) {
  const from = await nameOf(repository, PHASE)
  const wanted = ['rev-list', '--objects', '--no-object-names', to, beside, '--not', from]
  await ann.run(['pack-objects', '-q', join(ann.folder, 'sent')], { input: (await ann.run(wanted)).out })
  const pack = readdirSync(ann.folder).find((entry) => /^sent-.*\.pack$/.test(entry)) ?? ''
  const command = `${from} ${to} refs/heads/${PHASE}\0report-status`
  const body = Buffer.concat([pktLine(command), Buffer.from('0000'), readFileSync(join(ann.folder, pack))])
  const headers = { 'content-type': 'application/x-git-receive-pack-request' }
  const request = new Request('http://localhost/job.git/git-receive-pack', { method: 'POST', body, headers })
  return (await serveGit({ request, path: 'git-receive-pack', repository, rights: AGENT, now: new Date() })).text()
}

test.for([
  ['a link out of the tree', { path: 'notes', mode: '120000', content: '/etc/passwd' }],
  ['a secret', { path: 'key', content: `ghp_${'a1B2'.repeat(9)}` }],
] as const)(
  '%s is refused, also where a line that git takes for no parent names a commit that has it',
  async ([, file]) => {
    const repository = await aRepository()
    await commitTo(repository, { 'plan.md': 'Plan\n' })
    const ann = await GitClient.cloneOf(await served(repository))
    const before = await nameOf(repository, PHASE)
    const beside = await ann.commitOf([file], PHASE)
    const tree = (await ann.run(['rev-parse', `${beside}^{tree}`])).out.trim()
    const text = `tree ${tree}\nparent ${before}\nauthor ${WHO}\ncommitter ${WHO}\nparent ${beside}\n\nSay more\n`
    const write = ['hash-object', '-t', 'commit', '-w', '--literally', '--stdin']
    const forged = (await ann.run(write, { input: text })).out.trim()

    expect(await pushBoth(repository, ann, [forged, beside])).toMatch(/ng refs.*Some files can not be taken/)
    expect(await nameOf(repository, PHASE)).toBe(before)
  },
)
