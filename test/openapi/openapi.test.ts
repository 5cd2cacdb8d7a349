import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { runTool } from '../../scripts/run-tool.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'

/** What the generated types are used by; it is read only once they are made. */
interface Taker {
  takeAJob(taking: { readonly url: string; readonly agent: string; readonly person: string }): Promise<unknown>
}

const MADE = join(import.meta.dirname, 'made')

test('a client that others generated from our description takes a job from its gate to its end', async () => {
  const house = await aServedHouse()
  const described = await (await house.raw('/openapi.json')).text()
  mkdirSync(MADE, { recursive: true })
  writeFileSync(join(MADE, 'api.d.ts'), astToString(await openapiTS(described)))

  const checked = runTool('tsc', ['-p', 'test/openapi/tsconfig.json'])
  expect(checked).toMatchObject({ ok: true })

  const { href } = pathToFileURL(join(import.meta.dirname, 'take-a-job.ts'))
  const client = (await import(href)) as Taker
  const { agent, reviewer: person } = house.tokens
  expect(await client.takeAJob({ url: house.url, agent, person })).toEqual([
    'held',
    'approved',
    'approved',
    'claimed',
    'completed',
  ])
})
