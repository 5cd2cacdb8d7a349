import { expect, test } from 'vitest'
import { AXES } from '../../policy/axes.ts'
import { run } from '../../testing/fake-io.ts'

test('the list names every schema and its file', async () => {
  const all = JSON.parse((await run(['schema', '--json'])).out) as { name: string; file: string }[]
  expect(all.map(({ name }) => name).join()).toBe('policy,preset,agent,tenant,project,heuristic,todos,gate,decision')
  const { out } = await run(['schema'])
  for (const { name } of all) expect(out).toContain(name)
})

test('every axis of the policy says what it is about', async () => {
  const schema = JSON.parse((await run(['schema', 'policy'])).out)
  for (const axis of AXES) expect(schema.properties[axis.name].description).toContain(axis.about)
  expect(schema.properties.delegable.properties.budget_usd.description).toContain('dollars')
})

test('an unknown schema is told with the nearest', async () => {
  expect(await run(['schema', 'polcy'])).toMatchObject({
    code: 2,
    out: '',
    err: 'There is no schema "polcy". Did you mean "policy"?\nSee `leeway schema --help`.\n',
  })
})
