import { expect, test } from 'vitest'
import type { Actor } from '../../model/actor.ts'
import { PersonId, TenantId } from '../../model/ids.ts'
import type { ChangedFile } from '../../model/pull.ts'
import { A_SECRET, ADA, aPerson, EVE, person, ROB } from '../../testing/builders.ts'
import { aFile, aRound, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { enrolPerson } from '../enrol-person.ts'
import { markFiles } from './mark-files.ts'

const logo = (version = 'v1'): ChangedFile => ({ ...aFile('logo.png', [], { unshown: 'binary' }), hash: version })
const FILES = [aFile('plan.md'), logo()]

/** A round of which the lines of a diff do not show everything. */
async function unshown(files: readonly ChangedFile[] = FILES): Promise<PullWorld> {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held({ round: aRound('1', { files }) })
  return pulls
}

const mark = async (pulls: PullWorld, viewed: Record<string, string | null>, by: Actor = ROB) =>
  pulls.world.run(markFiles, { pull: (await pulls.pull()).id, by, viewed })

test('invariant 22: nobody approves what the diff does not show in full before they have marked it, nor as a checkpoint', async () => {
  const pulls = await unshown([...FILES, aFile('long.txt', ['h9'], { unshown: 'cut' })])
  await expect(pulls.submit('approve')).rejects.toMatchObject({
    code: 'unseen_files',
    message: expect.stringContaining('The diff does not show all of logo.png, long.txt.'),
  })
  const plain = pulls.world.approve((await pulls.pull()).checkpoint ?? '')
  await expect(plain).rejects.toMatchObject({ code: 'unseen_files' })
  await mark(pulls, { 'logo.png': 'v1' })
  await expect(pulls.submit('approve')).rejects.toThrow('all of long.txt.')
  await mark(pulls, { 'long.txt': 'file:h9' })
  expect(await pulls.submit('approve')).toMatchObject({ status: 'approved' })
})

test('saying no, or nothing yet, needs no look', async () => {
  const pulls = await unshown()
  await pulls.submit('comment', { text: 'I look at the picture tomorrow.' })
  expect(await pulls.submit('request_changes', { text: 'No pictures.' })).toMatchObject({ status: 'pending' })
})

test('a mark is one person’s own, and can be taken away', async () => {
  const pulls = await unshown()
  await mark(pulls, { 'logo.png': 'v1' }, EVE)
  await expect(pulls.submit('approve')).rejects.toMatchObject({ code: 'unseen_files' })
  await mark(pulls, { 'logo.png': null }, EVE)
  await expect(pulls.submit('approve', { by: EVE })).rejects.toMatchObject({ code: 'unseen_files' })
})

test('a mark that was taken away is gone', async () => {
  const pulls = await unshown()
  await mark(pulls, { 'logo.png': 'v1', 'plan.md': 'file:h1' })
  await mark(pulls, { 'logo.png': null })
  const { viewed } = await pulls.world.row('marks', 'job-1:phase-1-strategic/rob')
  expect(viewed).toEqual({ 'plan.md': 'file:h1' })
})

test('invariant 34: nobody marks what is not theirs to see, and no agent under anybody’s name', async () => {
  const pulls = await unshown()
  const ole = aPerson({ id: PersonId.parse('ole'), tenants: [TenantId.parse('other')] })
  await pulls.world.run(enrolPerson, { by: ADA, person: ole, change: false })
  for (const by of [person('ole'), person('nobody'), { kind: 'agent', id: 'rob' } as const]) {
    await expect(mark(pulls, { 'logo.png': 'v1' }, by)).rejects.toThrow(/^There is no pull request /)
  }
  expect(await pulls.world.events('files_marked')).toEqual([])
})

test('whoever marks is told how many of the marks count', async () => {
  const pulls = await unshown()
  expect(await mark(pulls, { 'logo.png': 'made up', 'not there': 'v1', 'plan.md': null })).toBe(0)
  expect(await mark(pulls, { 'logo.png': 'v1', 'not there': 'v1' })).toBe(1)
})

test('a mark brings no secret into the log, and a file whose name looks like one can be marked all the same', async () => {
  const pulls = await unshown([aFile(A_SECRET, ['h1'], { unshown: 'cut' })])
  await expect(mark(pulls, { [`${A_SECRET}.txt`]: null })).rejects.toMatchObject({ code: 'literal_secret' })
  await expect(mark(pulls, { 'plan.md': A_SECRET })).rejects.toMatchObject({ code: 'literal_secret' })
  expect(await mark(pulls, { [A_SECRET]: 'file:h1' })).toBe(1)
  expect(await pulls.submit('approve')).toMatchObject({ status: 'approved' })
})

test('a mark is of these bytes: when others come it counts for nothing', async () => {
  const pulls = await unshown()
  await mark(pulls, { 'logo.png': 'v1' })
  await pulls.join('2', ADA, { files: [aFile('plan.md'), logo('v2')] })
  await expect(pulls.submit('approve')).rejects.toMatchObject({ code: 'unseen_files' })
  await pulls.join('3', ADA, { files: [aFile('plan.md', ['h1', 'h2']), logo()] })
  expect(await pulls.submit('approve')).toMatchObject({ status: 'approved' })
})

test('an approval that was given on a forge was given on its screen', async () => {
  const pulls = await unshown()
  expect(await pulls.submit('approve', { on_forge: true })).toMatchObject({ status: 'approved' })
})
