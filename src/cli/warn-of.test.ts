import { expect, test } from 'vitest'
import { run } from '../testing/fake-io.ts'
import { aProject } from '../testing/project.ts'

const HIDDEN = '# \u202e\n'
const SAYS = 'holds the invisible character \\u202e and may not be what it looks like.'

test.for([
  ['policy with a file', ['policy', 'own.yaml'], 'own.yaml'],
  ['policy with what is configured', ['policy'], 'leeway.yaml'],
  ['policy with an agent', ['policy', '--agent', 'a'], 'leeway/agents/a.yaml'],
  ['policy with a tenant', ['policy', '--agent', 'a', '--tenant', 't'], 'leeway/tenants/t.yaml'],
  ['policy with a preset', ['policy', 'careful'], 'leeway/presets/team/careful.yaml'],
  ['presets', ['presets'], 'leeway/presets/team/careful.yaml'],
  ['explain', ['explain'], 'leeway/presets/team/careful.yaml'],
] as const)('%s warns of what cannot be seen in a file', async ([, argv, file]) => {
  const folder = await aProject({
    'own.yaml': `${HIDDEN}budget_usd: 1\n`,
    'leeway.yaml': `${HIDDEN}autonomy: partial\n`,
    'leeway/agents/a.yaml': `${HIDDEN}about: x\n`,
    'leeway/tenants/t.yaml': `${HIDDEN}id: t\nname: T\n`,
    'leeway/presets/team/careful.yaml': `${HIDDEN}sentence: x\npolicy: {}\n`,
  })
  const { err, out, code } = await run(argv, { folder })
  expect(code).toBe(0)
  expect(err).toContain(`warning: ${file}:1:3: Line 1 ${SAYS}\n`)
  expect(out).not.toContain('invisible')
})

test('a file that is refused is warned of too', async () => {
  const { err, code } = await run(['policy', '-'], { input: `${HIDDEN}budgt_usd: 1\n` })
  expect(code).toBe(1)
  expect(err).toMatch(/^warning: stdin:1:3: .*\nstdin:2:1: Unknown key "budgt_usd"/)
})
