import { expect, test } from 'vitest'
import { LOCAL } from '../../model/ids.ts'
import { ROB, SCOUT } from '../../testing/builders.ts'
import { aDraft, aRound, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { answerRemarks } from '../answer-remarks.ts'

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

test('words as long as can be are kept whole', async () => {
  const pulls = await sentBack()
  await pulls.push('2', { description: 'a'.repeat(50_000) })
  expect((await pulls.pull()).description).toBe('a'.repeat(50_000))
})

test('the log says nothing twice of what the agent says of its work', async () => {
  const pulls = await sentBack()
  await pulls.push('2', { title: 'The plan', description: 'What we learned.' })
  const [pushed] = await pulls.world.events('round_pushed')
  expect(pushed?.data).not.toHaveProperty('words')
})

test.for([
  [null, 'null'],
  [['The plan'], 'a list'],
  [{}, 'an object'],
  [7, 'a number'],
])('a title that is no text is told what it is: %j', async ([title, what]) => {
  const pulls = await sentBack()
  await expect(pulls.push('2', { title: title as never })).rejects.toThrow(`is ${what}. Say it as a text.`)
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

const LONE = 'half \ud83d of one'
// biome-ignore format: a table
const UNFIT: readonly (readonly ['title' | 'description', unknown, string, string])[] = [
  ['title', LONE, 'bad_encoding', 'The title "half \\ud83d of one" has half a character (a lone surrogate), which can not be kept. Remove it.'],
  ['description', `${'x'.repeat(100)}${LONE}`, 'bad_encoding', `The description "${'x'.repeat(15)}half \\ud83d of one" has half a character (a lone surrogate), which can not be kept. Remove it.`],
  ['title', '\u001b[31mred', 'hidden_character', 'The title "\\u001b[31mred" has the control character "\\u001b". Remove it: only tabs and the ends of lines are taken.'],
  ['description', 'one\n\u009b2J', 'hidden_character', 'The description "one\\u000a\\u009b2J" has the control character "\\u009b". Remove it: only tabs and the ends of lines are taken.'],
  ['title', 'one\ntwo', 'invalid_value', 'The title "one\\u000atwo" has more than one line. Put the rest into the description.'],
  ['title', 'a'.repeat(201), 'too_large', `The title "${'a'.repeat(80)}…" has 201 characters, and at most 200 are taken. Put the rest into the description.`],
  ['title', 5, 'invalid_type', 'The title is a number. Say it as a text.'],
  ['description', {}, 'invalid_type', 'The description is an object. Say it as a text.'],
]

test.for(UNFIT)(
  'a %s like %j is refused with the first round and with a later one',
  async ([word, text, code, message]) => {
    const unfit = { code: 'invalid_input', message, problems: [{ code, message, path: `/${word}` }] }
    const first = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
    await expect(first.open({ [word]: text as string })).rejects.toMatchObject(unfit)
    const later = await sentBack()
    await expect(later.push('2', { [word]: text as string })).rejects.toMatchObject(unfit)
    expect(await later.pull()).toMatchObject({ round: 1, title: 'The plan', description: 'What we learned.' })
  },
)

test.for([LONE, 'nul \u0000'])('an answer like %j is refused, to a thread and to a remark', async (text) => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held()
  await pulls.submit('request_changes', { by: ROB, text: 'Louder.', threads: [aDraft('t1')] })
  const [thread] = (await pulls.pull()).unanswered
  const about = (to: string) => ({
    code: 'invalid_input',
    message: expect.stringMatching(`^The answer to ${to} .* has`),
  })
  await expect(pulls.push('2', { answers: [{ thread: thread!, did: 'fixed', text }] })).rejects.toMatchObject(
    about('thread t1'),
  )
  const { checkpoint, job } = await pulls.pull()
  const by = { tenant: LOCAL, job, by: SCOUT, checkpoint: checkpoint! }
  const answers = [{ number: 1, did: 'declined', text }] as const
  await expect(pulls.world.run(answerRemarks, { ...by, answers })).rejects.toMatchObject(about('remark 1'))
})

test('tabs, line ends of every kind and whole characters are taken as they are', async () => {
  const words = { title: `${'a'.repeat(197)}\t😀`, description: 'one\r\n\ttwo\rthree\n😀' }
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  expect(await pulls.open(words)).toMatchObject(words)
})

test('a description is not cut in the middle of a character', async () => {
  const pulls = await sentBack()
  await pulls.push('2', { description: `${'a'.repeat(49_999)}😀` })
  expect((await pulls.pull()).description).toMatch(/^a{49999}\n\n\(cut\)$/)
})
