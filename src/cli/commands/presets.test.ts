import { expect, test } from 'vitest'
import { catalog } from '../../testing/catalog.ts'
import { run } from '../../testing/fake-io.ts'
import { aProject } from '../../testing/project.ts'

test('every preset is listed with its sentence', async () => {
  const { out, code } = await run(['presets'], { columns: 140, environment: { NO_COLOR: '1' } })
  expect(code).toBe(0)
  for (const preset of catalog.presets.values()) expect(out).toContain(preset.name)
  expect(out).toContain('jobs/review     The agent works alone, and you look at the result before it counts.')
})

test('in each family the freest stands first', async () => {
  const { out } = await run(['presets'])
  const names = out.match(/^ {2}(jobs|runs)\/\S+/gm)?.map((name) => name.trim())
  expect(names).toEqual([
    'jobs/full',
    'jobs/review',
    'jobs/partial',
    'jobs/guided',
    'jobs/dependent',
    'runs/autonomous',
    'runs/guarded',
    'runs/assist',
    'runs/dry-run',
  ])
})

test.for([
  ['jobs/full', 'job     plan ─ work ─ plan ─ work ─ end ─'],
  ['jobs/partial', 'job     plan ■ work ─ plan ─ work ─ end ■'],
  ['jobs/dependent', 'job     plan ■ work ■ plan ■ work ■ end ■'],
  ['runs/autonomous', 'run     step ─ low warning ─ medium warning ─ low error ─ high error ✗'],
  ['threads/end_to_end', 'thread  intent ─ context ─ unsure ■ safe action ─ risky action ■'],
  ['threads/hands_off', 'thread  intent ■ context ■ unsure ■ safe action ■ risky action ■'],
  ['workers/manual', 'worker  note ■ design ■ deliverable ■ final output ■'],
  ['frames/manual', 'frames  push ⊘ pop ⊘'],
  ['frames/auto', 'frames  push ─ pop ─'],
] as const)('%s shows where typical work stops', async ([name, line]) => {
  expect((await run(['presets', name])).out).toContain(`  ${line}\n`)
})

test('a preset of the project is marked, and what it says cannot act on the terminal', async () => {
  const folder = await aProject({
    'leeway/presets/team/careful.yaml': 'sentence: "Look \\e[2J at it"\npolicy: { preset: jobs/dependent }\n',
  })
  const { out } = await run(['presets'], { folder, columns: 100 })
  expect(out).toContain('This project’s own: leeway/presets/team/careful.yaml')
  expect(out).toContain('Look \\u001b[2J at it')
  expect(out).not.toContain('\u001b[2J')
})

test('as data it is the same', async () => {
  const all = JSON.parse((await run(['presets', '--json'])).out)
  expect(all).toHaveLength(catalog.presets.size)
  const one = JSON.parse((await run(['presets', 'partial', '--json'])).out)
  expect(one).toMatchObject({ name: 'jobs/partial', own: false, file: 'leeway:presets/jobs/partial.yaml' })
  expect(one.routes[0].stops).toContainEqual({ at: 'end', verdict: 'ask' })
})

test('an unknown name is told with the nearest', async () => {
  const said = await run(['presets', 'partail'])
  expect(said).toMatchObject({ code: 2, out: '' })
  expect(said.err).toContain('Did you mean "partial"?')
})
