import { expect, test } from 'vitest'
import { Gate } from '../../model/gate.ts'
import { compilePolicy } from '../../policy/compile.ts'
import { decide } from '../../policy/decide.ts'
import { resolvePolicy } from '../../policy/resolve.ts'
import { catalog } from '../../testing/catalog.ts'
import { run } from '../../testing/fake-io.ts'
import { SCENES } from '../tour/scenes.ts'

const ENTER = '\r'
const plain = { columns: 140, environment: { NO_COLOR: '1' } }

test('without a terminal everything is printed and it ends by itself', async () => {
  const { out, code } = await run(['tour'])
  expect(code).toBe(0)
  for (const { title } of SCENES) expect(out).toContain(title)
  expect(out).toContain('7 of 7')
  expect(out).toContain('leeway policy --origins')
  expect(out).not.toContain('\u001b')
})

test('the answers are those that the product gives', async () => {
  const { out } = await run(['tour'], plain)
  for (const { policy, moments } of SCENES) {
    const compiled = compilePolicy(resolvePolicy(policy, catalog), catalog)
    for (const { gate } of moments) expect(out).toContain(decide(compiled, Gate.parse(gate)).reason)
  }
})

test('the scenes show every verdict', () => {
  const verdicts = SCENES.flatMap(({ policy, moments }) => {
    const compiled = compilePolicy(resolvePolicy(policy, catalog), catalog)
    return moments.map(({ gate }) => decide(compiled, Gate.parse(gate)).verdict)
  })
  expect(new Set(verdicts)).toEqual(new Set(['allow', 'ask', 'stop', 'deny']))
})

test('a person goes from scene to scene with Enter', async () => {
  const { out, code } = await run(['tour'], { ...plain, keys: Array<string>(8).fill(ENTER) })
  expect(code).toBe(0)
  expect(out.match(/Enter: go on/g)).toHaveLength(8)
  expect(out).toContain('Try next')
})

test.for([
  ['q', 'q'],
  ['Ctrl-C', '\u0003'],
  ['Escape', '\u001b'],
])('%s ends it cleanly', async ([, key = '']) => {
  const { out, code } = await run(['tour'], { ...plain, keys: [ENTER, 'x', key] })
  expect(code).toBe(0)
  expect(out).toContain('1 of 7')
  expect(out).not.toContain('2 of 7')
})

test('it names the next commands in the way it was started', async () => {
  const { out } = await run(['tour'], { environment: { npm_lifecycle_script: 'node src/cli/main.ts tour' } })
  expect(out).toContain('npm run -s leeway -- presets')
})

test('no scene promises to know what a shell command does', () => {
  const rules = SCENES.flatMap(({ policy }) => (policy as { rules?: readonly { match: object }[] }).rules ?? [])
  expect(rules).not.toEqual([])
  for (const { match } of rules) expect(Object.keys(match)).toEqual(['tool'])
  expect(SCENES.map(({ means = '' }) => means).join()).not.toMatch(/shell|\brm\b/)
})
