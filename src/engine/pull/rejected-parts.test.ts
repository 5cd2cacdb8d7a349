import { expect, test } from 'vitest'
import type { Actor } from '../../model/actor.ts'
import { PersonId } from '../../model/ids.ts'
import type { Role } from '../../model/person.ts'
import type { FileVerdict } from '../../model/review-thread.ts'
import { ADA, aPerson, EVE, ROB } from '../../testing/builders.ts'
import { aDraft, aFile, aRound, oid, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { enrolPerson } from '../enrol-person.ts'
import { revokePerson } from '../revoke-person.ts'
import { hostPull } from './host-pull.ts'
import { recordMerge } from './record-merge.ts'

const TWO = [aFile('plan.md', ['h1', 'h2'])]
const no = (given: Partial<FileVerdict> = {}): FileVerdict => ({
  ...{ path: 'plan.md', file: 'file:h1+h2', hunk: 'h2', verdict: 'rejected', reason: 'Too loud.', ...given },
})

/** Eve has rejected the second of two hunks, and only commented. */
async function rejected(verdicts = [no()]): Promise<PullWorld> {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held({ round: aRound('1', { files: TWO }) })
  await pulls.submit('comment', { by: EVE, verdicts })
  return pulls
}

const become = (pulls: PullWorld, role: Role) =>
  pulls.world.run(enrolPerson, { by: ADA, person: aPerson({ id: PersonId.parse('eve'), role }), change: true })

const approves = (pulls: PullWorld, by: Actor = ROB) => pulls.submit('approve', { by })

test('what one person has rejected nobody else approves: not in a review, not as a checkpoint', async () => {
  const pulls = await rejected()
  const why = 'eve rejected part 2 of 2 of plan.md ("Too loud."). Request changes, or ask eve to accept or approve it.'
  await expect(approves(pulls)).rejects.toMatchObject({
    code: 'rejected_parts',
    message: expect.stringContaining(why),
  })
  const plain = pulls.world.approve((await pulls.pull()).checkpoint ?? '')
  await expect(plain).rejects.toMatchObject({ code: 'rejected_parts' })
  await expect(pulls.claim()).rejects.toMatchObject({ code: 'not_approved' })
})

test('a whole file that somebody has rejected is in the way as well, and each no by its name', async () => {
  const pulls = await rejected([no({ hunk: null, reason: '' }), no()])
  const said = 'eve rejected what changes in plan.md; eve rejected part 2 of 2 of plan.md ("Too loud.")'
  await expect(approves(pulls)).rejects.toThrow(said)
})

test('a no and an approval that race never both succeed', async () => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held({ round: aRound('1', { files: TWO }) })
  const both = await Promise.allSettled([pulls.submit('comment', { by: EVE, verdicts: [no()] }), approves(pulls)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('its author takes it back by accepting it', async () => {
  const pulls = await rejected()
  await pulls.submit('comment', { by: EVE, verdicts: [no({ verdict: 'accepted' })] })
  expect(await approves(pulls)).toMatchObject({ status: 'approved' })
})

const yes = (given: Partial<FileVerdict> = {}) => no({ verdict: 'accepted', hunk: null, reason: '', ...given })

test('its author takes it back by accepting the whole file, which the log says part by part', async () => {
  const pulls = await rejected()
  await pulls.submit('comment', { by: EVE, verdicts: [yes()] })
  expect((await pulls.world.events('review_submitted')).at(-1)?.data.verdicts).toMatchObject([
    { hunk: null, verdict: 'accepted' },
    { hunk: 'h2', verdict: 'accepted' },
  ])
  expect(await approves(pulls)).toMatchObject({ status: 'approved' })
})

test('a whole file that somebody else accepts takes nothing back', async () => {
  const pulls = await rejected()
  await pulls.submit('comment', { by: ROB, verdicts: [yes()] })
  await expect(approves(pulls)).rejects.toMatchObject({ code: 'rejected_parts' })
})

test('a part that is rejected after its whole file was accepted is in the way', async () => {
  const pulls = await rejected()
  await pulls.submit('comment', { by: EVE, verdicts: [yes()] })
  await pulls.submit('comment', { by: EVE, verdicts: [no()] })
  await expect(approves(pulls)).rejects.toMatchObject({ code: 'rejected_parts' })
})

test('where the part is by now, accepting that whole file takes it back', async () => {
  const pulls = await rejected()
  await pulls.join('2', ADA, { files: [aFile('plan.md', ['h0', 'h2'])] })
  await pulls.submit('comment', { by: EVE, verdicts: [yes({ file: 'file:h0+h2' })] })
  expect(await approves(pulls)).toMatchObject({ status: 'approved' })
})

test('no review accepts a whole file and rejects a part of it', async () => {
  const pulls = await rejected([no({ hunk: 'h1' })])
  const both = pulls.submit('comment', { by: EVE, verdicts: [yes(), no()] })
  await expect(both).rejects.toThrow('You accept all of plan.md, and reject a part of it. Take one of the two back.')
})

test('a later review that says nothing of it takes nothing back: silence is no yes', async () => {
  const pulls = await rejected()
  await pulls.submit('comment', { by: EVE, text: 'By the way, a nice title.' })
  await expect(approves(pulls)).rejects.toMatchObject({ code: 'rejected_parts' })
})

test('its author takes it back by approving the whole, which the log says', async () => {
  const pulls = await rejected()
  expect(await approves(pulls, EVE)).toMatchObject({ status: 'approved' })
  expect(await pulls.world.events('verdicts_taken_back')).toMatchObject([
    { actor: EVE, data: { parts: [{ path: 'plan.md', hunk: 'h2' }] } },
  ])
  expect(await pulls.world.row('marks', 'job-1:phase-1-strategic/eve')).toMatchObject({ verdicts: [] })
})

test('an acceptance that comes with the approval is kept', async () => {
  const pulls = await rejected()
  await pulls.submit('approve', { by: EVE, verdicts: [no({ verdict: 'accepted' })] })
  expect(await pulls.world.row('marks', 'job-1:phase-1-strategic/eve')).toMatchObject({
    verdicts: [{ hunk: 'h2', verdict: 'accepted' }],
  })
})

test('it stands over pushes and a moved main for as long as the part is the same', async () => {
  const pulls = await rejected()
  await pulls.join('2', ADA, { files: [aFile('plan.md', ['h0', 'h1', 'h2'])], base: oid('ba5e2') })
  await expect(approves(pulls)).rejects.toThrow('eve rejected part 3 of 3 of plan.md')
  await pulls.join('3', ADA, { files: [aFile('plan.md', ['h1', 'h2b'])] })
  expect(await approves(pulls)).toMatchObject({ status: 'approved' })
})

test('a part that goes and comes back is rejected again', async () => {
  const pulls = await rejected()
  await pulls.join('2', ADA, { files: [aFile('plan.md', ['h1'])] })
  await pulls.join('3', ADA, { files: TWO })
  await expect(approves(pulls)).rejects.toMatchObject({ code: 'rejected_parts' })
})

test('a whole file that was rejected is in the way as it was, and not once it is another', async () => {
  const pulls = await rejected([no({ hunk: null })])
  await pulls.join('2', ADA, { files: [...TWO, aFile('a.md')] })
  await expect(approves(pulls)).rejects.toMatchObject({ code: 'rejected_parts' })
  await pulls.join('3', ADA, { files: [aFile('plan.md', ['h1']), aFile('a.md')] })
  expect(await approves(pulls)).toMatchObject({ status: 'approved' })
})

const OTHER = [aFile('plan.md', ['h3'])]
const ofOther = (given: Partial<FileVerdict> = {}) => no({ file: 'file:h3', hunk: null, ...given })

test.for(['accepted', 'rejected'] as const)(
  'a whole file that was rejected is in the way when it comes back, also where its author has %s it as it was in between',
  async (verdict) => {
    const pulls = await rejected([no({ hunk: null })])
    await pulls.join('2', ADA, { files: OTHER })
    await pulls.submit('comment', { by: EVE, verdicts: [ofOther({ verdict })] })
    await pulls.join('3', ADA, { files: TWO })
    await expect(approves(pulls)).rejects.toMatchObject({ code: 'rejected_parts' })
    // Accepted as it is by now, that one is taken back, and no other.
    await pulls.submit('comment', { by: EVE, verdicts: [no({ hunk: null, verdict: 'accepted' })] })
    await pulls.join('4', ADA, { files: OTHER })
    const approved = await approves(pulls).catch(({ code }) => ({ status: code }))
    expect(approved.status).toBe(verdict === 'accepted' ? 'approved' : 'rejected_parts')
  },
)

test('whoever approves takes back what they had rejected of a file as it is, and not as it was before', async () => {
  const pulls = await rejected([no({ hunk: null })])
  await pulls.join('2', ADA, { files: OTHER })
  await pulls.submit('comment', { by: EVE, verdicts: [ofOther()] })
  await approves(pulls, EVE)
  const { verdicts } = await pulls.world.row('marks', 'job-1:phase-1-strategic/eve')
  expect(verdicts).toMatchObject([{ file: 'file:h1+h2', verdict: 'rejected', round: 1 }])
})

test('whoever accepts a whole file whose lines have moved has taken the no to it back', async () => {
  const pulls = await rejected([no({ hunk: null })])
  await pulls.join('2', ADA, { files: [{ ...aFile('plan.md', ['h1', 'h2']), hash: 'moved' }] })
  await expect(approves(pulls)).rejects.toMatchObject({ code: 'rejected_parts' })
  await pulls.submit('comment', { by: EVE, verdicts: [no({ hunk: null, file: 'moved', verdict: 'accepted' })] })
  await pulls.join('3', ADA, { files: TWO })
  expect(await approves(pulls)).toMatchObject({ status: 'approved' })
})

test('a part is not looked for in another file that shows no lines', async () => {
  const pulls = await rejected()
  await pulls.join('2', ADA, { files: [aFile('plan.md', ['h1']), aFile('logo.png', [])] })
  expect(await approves(pulls)).toMatchObject({ status: 'approved' })
})

test('whoever approves takes back what they had rejected of what is there, and nothing that is gone', async () => {
  const files = ['a.md', 'b.md'].map((path) => ({ ...aFile(path), hash: path }))
  const whole = (path: string) => no({ path, file: path, hunk: null })
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held({ round: aRound('1', { files: [...TWO, ...files] }) })
  await pulls.submit('comment', { by: EVE, verdicts: [no(), no({ hunk: 'h1' }), whole('a.md'), whole('b.md')] })
  await pulls.join('2', ADA, { files: [aFile('plan.md', ['h1']), ...files.slice(1)] })
  await approves(pulls, EVE)
  const { verdicts } = await pulls.world.row('marks', 'job-1:phase-1-strategic/eve')
  expect(verdicts.map(({ path, hunk }) => `${path} ${hunk}`)).toEqual(['plan.md h2', 'a.md null'])
})

test('each part of each file has a verdict of its own, and the last one counts', async () => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held({ round: aRound('1', { files: [...TWO, { ...aFile('a.md', ['h2']), hash: 'a' }] }) })
  const a = { path: 'a.md', file: 'a' }
  await pulls.submit('comment', { by: EVE, verdicts: [no(), no({ hunk: 'h1' }), no(a)] })
  await pulls.submit('comment', { by: EVE, verdicts: [no({ verdict: 'accepted' })] })
  const { verdicts } = await pulls.world.row('marks', 'job-1:phase-1-strategic/eve')
  expect(verdicts.map(({ path, hunk, verdict }) => `${path} ${hunk} ${verdict}`)).toEqual([
    ...['plan.md h1 rejected', 'a.md h2 rejected', 'plan.md h2 accepted'],
  ])
})

test.for([3, 4])('of %d noes three are named, and the others counted', async (count) => {
  const hunks = Array.from({ length: count }, (_, at) => `h${at + 1}`)
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held({ round: aRound('1', { files: [aFile('plan.md', hunks)] }) })
  await pulls.submit('comment', { by: EVE, verdicts: hunks.map((hunk) => no({ hunk, reason: '' })) })
  const last = `part 3 of ${count} of plan.md${count === 4 ? ', and 1 more' : ''}. Request changes`
  await expect(approves(pulls)).rejects.toThrow(last)
})

test.for(['viewer', 'gone'] as const)('a no of somebody who is a %s by now holds nobody up', async (what) => {
  const pulls = await rejected()
  if (what === 'gone') await pulls.world.run(revokePerson, { by: ADA, person: PersonId.parse('eve') })
  else await become(pulls, 'viewer')
  expect(await approves(pulls)).toMatchObject({ status: 'approved' })
})

/** Others approved while the author of a no had no right to decide, which they have again. */
async function regained(): Promise<PullWorld> {
  const pulls = await rejected()
  await become(pulls, 'viewer')
  await approves(pulls)
  await become(pulls, 'reviewer')
  return pulls
}

test('no merge is claimed over a no that counts again, until its author accepts the part', async () => {
  const pulls = await regained()
  await expect(pulls.claim()).rejects.toMatchObject({ code: 'rejected_parts' })
  const before = (await pulls.world.store.dueEffects(10)).length
  await pulls.submit('comment', { by: EVE, verdicts: [no({ verdict: 'accepted' })] })
  expect((await pulls.world.store.dueEffects(10)).length).toBe(before + 1)
  expect((await pulls.claim()).plan).toMatchObject({ reviewers: ['rob'] })
})

test.for([EVE, ROB])('what is approved and held up by a no can be sent back, also by $id', async (by) => {
  const pulls = await regained()
  await pulls.submit('request_changes', { by, text: 'Do it otherwise.' })
  const { checkpoint } = await pulls.pull()
  const row = (await pulls.world.store.get('checkpoints', checkpoint ?? ''))?.row
  expect(row).toMatchObject({ status: 'approved', spent_at: expect.any(String), remarks: [{ by, answer: null }] })
  await expect(pulls.claim()).rejects.toMatchObject({ code: 'not_approved' })
})

test('nobody else gets past the end of a review that way', async () => {
  const pulls = await regained()
  const verdicts = [no({ verdict: 'accepted' })]
  await expect(pulls.submit('comment', { by: ADA, verdicts })).rejects.toMatchObject({ code: 'already_resolved' })
  await expect(pulls.submit('comment', { by: EVE, verdicts: [no()] })).rejects.toMatchObject({
    code: 'already_resolved',
  })
})

test.for([
  ['says something else', { text: 'Hm.' }],
  ['begins a thread', { verdicts: [no({ verdict: 'accepted' })], threads: [aDraft('t1')] }],
  ['accepts one part and rejects another', { verdicts: [no({ verdict: 'accepted' }), no({ hunk: 'h1' })] }],
  ['looked at other content', { verdicts: [no({ verdict: 'accepted' })], content_hash: 'sha256:0' }],
] as const)('nor does the author of the no, where they do not just accept: who %s', async ([, given]) => {
  const pulls = await regained()
  await expect(pulls.submit('comment', { by: EVE, ...given })).rejects.toMatchObject({ code: 'already_resolved' })
})

test('whoever accepts what nobody has approved yet merges nothing by it', async () => {
  const pulls = await rejected()
  await pulls.submit('comment', { by: EVE, verdicts: [no({ verdict: 'accepted' })] })
  expect(await pulls.world.store.dueEffects(10)).toEqual([])
})

test('while it is being merged a no that counts again neither frees nor takes anything back', async () => {
  const pulls = await rejected()
  await become(pulls, 'viewer')
  await approves(pulls)
  await pulls.claim()
  await become(pulls, 'reviewer')
  const accepts = pulls.submit('comment', { by: EVE, verdicts: [no({ verdict: 'accepted' })] })
  await expect(accepts).rejects.toMatchObject({ code: 'pull_merging' })
  const sends = pulls.submit('request_changes', { by: EVE, text: 'Not like this.' })
  await expect(sends).rejects.toMatchObject({ code: 'pull_merging' })
})

test('invariant 1: a merge that was found on the forge is not ours where a no held up the claim', async () => {
  const pulls = await regained()
  const { id, head } = await pulls.pull()
  const hosted = { forge: 'github', number: 1, url: 'https://forge.example/1', head } as const
  await pulls.world.run(hostPull, { pull: id, by: ADA, hosted })
  const found = pulls.world.run(recordMerge, { pull: id, found: head, outcome: { commit: oid('fe') } })
  await expect(found).rejects.toMatchObject({ code: 'not_approved' })
})

test('a part stands where its file has no lines to be seen any more, until its author says otherwise', async () => {
  const pulls = await rejected()
  await pulls.join('2', ADA, { files: [aFile('plan.md', [], { unshown: 'excess' })] })
  await expect(approves(pulls)).rejects.toThrow('eve rejected what changes in plan.md')
  await pulls.submit('comment', { by: EVE, verdicts: [no({ file: 'file:', hunk: null, verdict: 'accepted' })] })
  await expect(approves(pulls)).rejects.toMatchObject({ code: 'unseen_files' })
})

test('what stands in more places than are named is rejected until its author has accepted all of them', async () => {
  const loud = (path: string) =>
    aFile(path, [], { hash: path, hunks: [{ hash: `of ${path}`, does: ['loud'], adds: ['loud'] }] })
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held({ round: aRound('1', { files: [loud('plan.md')] }) })
  await pulls.submit('comment', { by: EVE, verdicts: [no({ file: 'plan.md', hunk: 'of plan.md' })] })
  const copies = Array.from({ length: 45 }, (_, at) => `copy-${at}.md`)
  await pulls.join('2', ADA, { files: copies.map(loud) })
  const accepted = (path: string) => no({ path, file: path, hunk: `of ${path}`, verdict: 'accepted', reason: '' })
  for (const [from, to] of [
    [0, 20],
    [20, 44],
  ] as const) {
    await pulls.submit('comment', { by: EVE, verdicts: copies.slice(from, to).map(accepted) })
    await expect(approves(pulls)).rejects.toMatchObject({ code: 'rejected_parts' })
  }
  await pulls.submit('comment', { by: EVE, verdicts: copies.slice(44).map(accepted) })
  expect(await approves(pulls)).toMatchObject({ status: 'approved' })
})
