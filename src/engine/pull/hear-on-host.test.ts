import { expect, test } from 'vitest'
import { GrantId, PersonId } from '../../model/ids.ts'
import { A_SECRET, ROB, SCOUT } from '../../testing/builders.ts'
import { aDraft, oid, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { heardOnHost } from './hear-on-host.ts'
import { hostPull } from './host-pull.ts'
import { type Heard, noteHost } from './note-host.ts'
import { type SubmitReview, submitReview } from './submit-review.ts'

const HEARD: Heard = {
  ...{ what: 'review-1', login: 'rob', person: PersonId.parse('rob'), answer: 'approve' },
  ...{ commit: oid('c1'), text: 'Fine.', counted: true, why: null },
}

async function aHostedPull() {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held()
  const { id: pull, head } = await pulls.pull()
  const host = (given: { readonly number?: number; readonly url?: string; readonly head?: string } = {}) =>
    pulls.world.run(hostPull, {
      pull,
      by: SCOUT,
      hosted: { forge: 'gitea', number: 7, url: 'https://forge.example/7', head, ...given },
    })
  const submit = async (answer: SubmitReview['answer'], given: Partial<Heard & SubmitReview> = {}) => {
    const { checkpoint } = await pulls.pull()
    const { content_hash } = await pulls.world.checkpoint(checkpoint ?? '')
    const { what = 'review-1', by = ROB, text = '', threads = [], verdicts = [] } = given
    return pulls.world.run(heardOnHost(submitReview, { ...HEARD, what, answer }), {
      ...{ pull, by, head, answer, text, threads, verdicts, content_hash },
      ...{ step_up: null, grant: GrantId.parse('g-host') },
    })
  }
  const note = (said: Parameters<typeof noteHost.decide>[1]['note']) =>
    pulls.world.run(noteHost, { pull, by: SCOUT, note: said })
  return { pulls, host, submit, note, pull }
}

const hostedOf = async (pulls: PullWorld) => (await pulls.pull()).hosted

test('where a pull request stands on a forge is written down when it changes', async () => {
  const { pulls, host } = await aHostedPull()
  for (const given of [{}, {}, { head: oid('c2') }, { head: oid('c2') }]) await host(given)
  expect(await pulls.world.events('pull_hosted')).toHaveLength(2)
  await host({ head: oid('c2'), url: 'https://forge.example/8' })
  await host({ head: oid('c2'), url: 'https://forge.example/8', number: 8 })
  expect(await pulls.world.events('pull_hosted')).toHaveLength(4)
  expect(await hostedOf(pulls)).toMatchObject({ number: 8, head: oid('c2'), heard: [], told: [], strayed: null })
})

test('a review on the forge is done and heard in one commit, and once', async () => {
  const { pulls, host, submit } = await aHostedPull()
  await host()
  expect(await submit('approve')).toMatchObject({ status: 'approved' })
  expect(await hostedOf(pulls)).toMatchObject({ heard: ['review-1'], yeses: ['review-1'], remarks: [] })
  await expect(submit('approve')).rejects.toMatchObject({
    code: 'already_resolved',
    message: 'review-1 was heard before.',
  })
  expect(await pulls.world.events('host_heard')).toHaveLength(1)
})

test('what is said of a pull request that stands on no forge is not heard', async () => {
  const { pulls, submit } = await aHostedPull()
  await expect(submit('approve')).rejects.toMatchObject({ code: 'already_resolved' })
  expect(await pulls.world.events('checkpoint_voted')).toEqual([])
})

test('a review that is refused here is not written down as heard', async () => {
  const { pulls, host, submit } = await aHostedPull()
  await host()
  await expect(submit('approve', { by: SCOUT })).rejects.toMatchObject({ code: 'actor_not_human' })
  expect(await hostedOf(pulls)).toMatchObject({ heard: [], yeses: [] })
})

test('a review that comes too late expires what nobody answered, and is not heard by it', async () => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  const terms = { timeout_seconds: 60, on_timeout: { do: 'park' } } as const
  const { content_hash, pull } = await pulls.held({}, terms)
  const { id, head } = await pulls.pull()
  const hosted = { forge: 'gitea', number: 7, url: 'https://forge.example/7', head } as const
  await pulls.world.run(hostPull, { pull: id, by: SCOUT, hosted })
  pulls.world.pass(60)
  const late = pulls.world.run(heardOnHost(submitReview, HEARD), {
    ...{ pull: pull!, by: ROB, head, answer: 'approve', text: '', threads: [], verdicts: [], content_hash },
    ...{ step_up: null, grant: GrantId.parse('g-host') },
  })
  await expect(late).rejects.toMatchObject({ code: 'expired' })
  expect(await pulls.world.events('host_heard')).toEqual([])
})

test('words about the whole are known again by their remark, and a no is no yes', async () => {
  const { pulls, host, submit } = await aHostedPull()
  await host()
  await submit('comment', { text: 'Hm.' })
  await submit('request_changes', { what: 'review-2', threads: [aDraft('t1')] })
  const { checkpoint } = await pulls.pull()
  expect(await hostedOf(pulls)).toMatchObject({
    heard: ['review-1', 'review-2'],
    yeses: [],
    // The second says nothing of the whole, so that nobody answers it.
    remarks: [{ what: 'review-1', checkpoint, number: 1 }],
  })
})

test('what is noted of a forge is noted once, and nothing of what stands on none', async () => {
  const { pulls, host, note } = await aHostedPull()
  const notes = [{ heard: { ...HEARD, counted: false } }, { told: 'comment-1' }, { strayed: 'merged' }] as const
  for (const one of notes) await note(one)
  expect(await pulls.world.events('host_told')).toEqual([])
  await host()
  for (const one of [...notes, ...notes]) await note(one)
  expect(await hostedOf(pulls)).toMatchObject({
    ...{ heard: ['review-1'], yeses: [], remarks: [], told: ['comment-1'], strayed: 'merged' },
  })
  for (const type of ['host_heard', 'host_told', 'host_strayed'] as const) {
    expect(await pulls.world.events(type)).toHaveLength(1)
  }
  await note({ strayed: 'closed' })
  expect(await hostedOf(pulls)).toMatchObject({ strayed: 'closed' })
})

test('invariant 33: words with a secret in them stay on the forge', async () => {
  const { pulls, host, note } = await aHostedPull()
  await host()
  await note({ heard: { ...HEARD, text: `Try ${A_SECRET}` } })
  await note({ heard: { ...HEARD, what: 'review-2' } })
  const heard = await pulls.world.events('host_heard')
  expect(heard.map(({ data }) => data.text)).toEqual(['(it holds a secret)', 'Fine.'])
})
