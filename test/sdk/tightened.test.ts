import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLeeway } from '../../src/compose.ts'
import { aProject } from '../../src/testing/project.ts'

/** One run of an agent that does the same as ever, under what the project says by then. */
async function runOnce(root: string, configuration: string): Promise<unknown> {
  await writeFile(join(root, 'leeway.yaml'), configuration)
  const leeway = await openLeeway({ root, agent: 'clean', onHold: 'throw' })
  const drop = leeway.guard('drop_db', ({ name }: { name: string }) => `dropped ${name}`)
  try {
    return await drop({ name: 'test' })
  } catch (error) {
    return error
  } finally {
    await leeway.close()
  }
}

const DENIED = 'autonomy: { preset: jobs/full, rules: [{ match: { tool: drop_db }, then: deny }] }\n'

test('an agent that has run before is bound by what was made stricter since, and freed by nothing that was not said of its job', async () => {
  const root = await aProject({ 'leeway.yaml': 'autonomy: jobs/full\n' })
  expect(await runOnce(root, 'autonomy: jobs/full\n')).toBe('dropped test')
  expect(await runOnce(root, 'autonomy: jobs/dependent\n')).toMatchObject({ code: 'held' })
  expect(await runOnce(root, DENIED)).toMatchObject({ code: 'denied' })
  expect(await runOnce(root, 'autonomy: jobs/full\n')).toMatchObject({ code: 'denied' })
})
