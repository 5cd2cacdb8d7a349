import { expect, test } from 'vitest'
import { ROB } from '../../testing/builders.ts'
import { aDraft, aRound, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'

/** A plan that Rob has sent back. */
async function sentBack(): Promise<PullWorld> {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held()
  await pulls.submit('request_changes', { by: ROB, text: 'Louder.' })
  return pulls
}

test('what the agent says with a later round is what people see and what is merged', async () => {
  const pulls = await sentBack()
  await pulls.push('2', { title: 'The louder plan', description: 'We raised our voice.' })
  expect(await pulls.pull()).toMatchObject({ title: 'The louder plan', description: 'We raised our voice.' })
  expect(await pulls.revise()).toMatchObject({ title: 'The louder plan' })
  await pulls.submit('approve')
  const { plan } = await pulls.claim()
  expect(plan.message).toMatch(/^The louder plan\n\nWe raised our voice\.\n\nReviewed-by: rob\n/)
})

test('what a later round does not say stays as it was said before', async () => {
  const pulls = await sentBack()
  await pulls.push('2', { description: 'We raised our voice.' })
  expect(await pulls.pull()).toMatchObject({ title: 'The plan', description: 'We raised our voice.' })
  await pulls.push('3', { title: 'The louder plan', description: ' ' })
  await pulls.push('4')
  expect(await pulls.pull()).toMatchObject({ title: 'The louder plan', description: 'We raised our voice.' })
  const said = (await pulls.world.events('round_pushed')).map(({ data }) => data.words)
  expect(said).toEqual([{ description: 'We raised our voice.' }, { title: 'The louder plan' }, undefined])
})

test('what a person pushes says nothing for the agent', async () => {
  const pulls = await sentBack()
  await pulls.join('2')
  expect(await pulls.pull()).toMatchObject({ round: 2, title: 'The plan', description: 'What we learned.' })
})

test.for(['title', 'description'])('a secret in the %s of a later round is refused', async (word) => {
  const pulls = await sentBack()
  const secret = `We use ghp_${'a1B2'.repeat(9)} for it.`
  await expect(pulls.push('2', { [word]: secret })).rejects.toMatchObject({ code: 'literal_secret' })
  expect(await pulls.pull()).toMatchObject({ round: 1, title: 'The plan', description: 'What we learned.' })
})

test('words without end are cut in a later round, too', async () => {
  const pulls = await sentBack()
  await pulls.push('2', { description: 'a'.repeat(60_000) })
  expect((await pulls.pull()).description).toMatch(/^a{50000}\n\n\(cut\)$/)
})

test('an agent that only answers what came with an approval merges the words that were approved', async () => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held()
  await pulls.submit('approve', { threads: [aDraft('t1', { kind: 'nit' })] })
  await pulls.push('1', { title: 'Another plan', description: 'What nobody saw.' })
  expect(await pulls.pull()).toMatchObject({ unanswered: [], title: 'The plan', description: 'What we learned.' })
  expect((await pulls.claim()).plan.message).toMatch(/^The plan\n\nWhat we learned\.\n/)
})

test('other words on another commit are looked at again, also where not a file has changed', async () => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held()
  await pulls.submit('approve', { threads: [aDraft('t1', { kind: 'nit' })] })
  await pulls.push('2', { round: { ...aRound('1'), head: aRound('2').head }, description: 'What nobody saw.' })
  expect(await pulls.pull()).toMatchObject({ round: 2, description: 'What nobody saw.' })
  await expect(pulls.claim()).rejects.toMatchObject({ code: 'not_approved' })
})
