import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDesk } from '../../compose.ts'
import { aDeskFolder } from '../../testing/desk-folder.ts'
import { PLAN, planWork } from '../../testing/plan-work.ts'
import type { Io } from '../io.ts'
import { credentialsFor } from '../person/with-desk.ts'

test('where somebody pushes after the approval, nobody reads that it waits for its merge, or that it has their approval', async () => {
  const { root, homes, person, agent } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login', '--solo', '--yes'])
  const leeway = await agent({ policy: 'jobs/guided' })
  const program = leeway.program({ name: 'plan', version: '1' }, (job) => job.phase(PLAN, planWork('one\n')))
  const { job } = await leeway.start(program, { key: 'a', input: null })
  const shown = async () => (await ada(['pr', 'show', 'strategic'], { columns: 200 })).out
  const pull = async () => JSON.parse((await ada(['pr', 'show', 'strategic', '--json'])).out).pull
  // Nothing is merged meanwhile.
  await ada(['kill-switch', 'on', '--all', '--reason', 'Wait.'])
  await ada(['pr', 'approve', 'strategic', '--head', (await pull()).head])
  expect(await shown()).toMatch(/waits for +whoever keeps the house.*approvals +1 of 1: ada/s)

  const at = { environment: { XDG_CONFIG_HOME: join(homes, 'ada') } } as unknown as Io
  const desk = await openDesk({ root, credentials: credentialsFor(root, at) })
  await desk.pulls.commit({ pull: (await pull()).id, head: (await pull()).head, changes: { 'more.md': 'mine\n' } })
  await desk.close()
  expect(await shown()).toMatch(/waits for +the agent, to bring it anew: what was approved is not what stands there/)
  expect(await shown()).not.toContain('approvals')
  expect((await ada(['pr', 'list'])).out).toContain('the agent')
  const again = await ada(['pr', 'approve', 'strategic', '--head', (await pull()).head])
  expect(again.err.replaceAll(/\s+/g, ' ')).toContain(
    'What was approved is not what stands there by now, and the agent brings it anew.',
  )

  expect((await ada(['pr', 'request-changes', 'strategic', '--text', 'Shorter.'])).code).toBe(0)

  await ada(['kill-switch', 'off', '--all', '--reason', 'Go on.'])
  expect(await leeway.resume(job)).toMatchObject({ status: 'held' })
  expect((await ada(['pr', 'show', 'strategic'], { columns: 200 })).out).toMatch(/round +3,/)
  expect(await shown()).toMatch(/waits for +a person/)
})
