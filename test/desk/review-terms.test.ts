import { expect, test } from 'vitest'
import type { ReviewOptions } from '../../src/sdk/gate-options.ts'
import { aDeskFolder } from '../../src/testing/desk-folder.ts'
import { PLAN, plan } from '../../src/testing/plan-work.ts'

const ENTER = '\r'

/** A plan that is reviewed on certain terms, and Ada and Ben to review it. */
async function aPlan(review: ReviewOptions) {
  const { person, agent } = await aDeskFolder()
  const [ada, ben] = [person('ada'), person('ben')]
  await ada(['login'])
  await ben(['login', '--token-file', '-'], { input: (await ada(['people', 'add', 'ben'])).out })
  const leeway = await agent({ policy: 'jobs/guided' })
  const program = leeway.program({ name: 'plan', version: '1' }, (job) => job.phase({ ...PLAN, ...review }, plan))
  const { job } = await leeway.start(program, { key: 'a', input: null })
  const show = async (by = ada) => (await by(['pr', 'show', 'strategic'], { columns: 100 })).out
  const [head = ''] = /(?<=commit )[0-9a-f]{10}/.exec(await show()) ?? []
  return { ada, ben, leeway, job, show, approve: ['pr', 'approve', 'strategic', '--head', head] }
}

test('how many approvals there are, whose, and whose are missing is told wherever it is looked at', async () => {
  const terms = { quorum: 2, approvers: ['ada', 'ben'], timeoutSeconds: 3600, onTimeout: { do: 'park' } } as const
  const { ada, ben, leeway, job, show, approve } = await aPlan(terms)
  expect(await show()).toMatch(
    /until +20\S+, then: park\n +approvers +ada, ben\n +who can +ada, ben\n +approvals +0 of 2\n/,
  )
  const { out } = await ben(approve)
  expect(out).toMatch(
    /^Your approval counts; one more is needed\.\nIt waits for somebody else: ada may approve it\.\n$/,
  )
  expect(await show()).toMatch(/approvals +1 of 2: ben\n/)
  expect(await show(ben)).toContain("You can't approve it now: You have approved it; 1 more approval needed.")
  for (const columns of [60, 80, 120]) expect((await ada(['checkpoints'], { columns })).out).toContain('1 of 2: ben')
  const [id = ''] = /chk_\w+/.exec((await ada(['checkpoints', '--json'])).out) ?? []
  expect((await ada(['checkpoints', 'show', id])).out).toMatch(/approvals +1 of 2: ben\n/)
  expect((await ada(approve)).out).toContain('is approved and will be merged')
  await leeway.resume(job)
  expect(await show()).toMatch(/status +merged[^]*approvals +2 of 2: ben, ada\n/)
})

test('a phase that can not be undone is approved with the passphrase, typed at a terminal', async () => {
  const { ada, show, approve } = await aPlan({ irreversible: true })
  expect(await show()).toContain('It can not be undone: approving needs your passphrase.')
  const none = await ada(approve, { columns: 80, keys: [] })
  expect(none).toMatchObject({ code: 1, err: expect.stringContaining('leeway login --passphrase') })
  expect(none.out).not.toContain('Your passphrase:')
  const keys = ['correct horse', ENTER]
  await ada(['login', '--passphrase'], { columns: 80, keys: [...keys, ...keys] })
  expect((await ada(approve)).code).toBe(1)
  expect((await ada(approve, { columns: 80, keys: ['wrong horse', ENTER] })).err).toContain('not yours')
  expect((await ada(approve, { columns: 80, keys })).out).toContain('is approved and will be merged')
})

test('what nobody answered in time is shown as closed for that, and as nobody’s answer', async () => {
  const { ada, show } = await aPlan({ timeoutSeconds: 0.001, onTimeout: { do: 'deny' } })
  const shown = await show()
  expect(shown).toMatch(/status +closed\n +ended +[^\n]+\n +because +Nobody answered by 20/)
  expect(shown).not.toContain('answered by  ')
  expect((await ada(['pr'])).out).toContain('No pull request is open. With --all')
})

test('what goes on waiting says that it is late, until the agent has its turn', async () => {
  const { ada, leeway, job, show } = await aPlan({ timeoutSeconds: 0.001 })
  expect(await show()).toMatch(/waits for +a person\n +late +since 20\S+Z\n/)
  for (const columns of [60, 120]) expect((await ada(['checkpoints'], { columns })).out).toMatch(/late by \d+ s/)
  const [id = ''] = /chk_[\w-]+/.exec((await ada(['checkpoints', '--json'])).out) ?? []
  expect((await ada(['checkpoints', 'show', id])).out).toMatch(/late +since 20/)
  await ada(['pr', 'request-changes', 'strategic', '--text', 'Louder.'])
  expect(await show()).not.toContain('late ')
  await leeway.resume(job)
  expect(await show()).toMatch(/round +2/)
})

test('what is parked waits for a person to resume it, and then for the agent to ask again', async () => {
  const { ada, job, show } = await aPlan({ timeoutSeconds: 0.001, onTimeout: { do: 'park' } })
  expect(await show()).toContain(`leeway resume ${job}`)
  await ada(['resume', job, '--reason', 'Back from lunch.'])
  expect(await show()).toMatch(/waits for +the agent, to ask again: nobody answered in time/)
})
