import { expect, test } from 'vitest'
import { staleFiles } from '../../scripts/generate.ts'

test('schemas, tables and pictures are what the code says now', async () => {
  expect(await staleFiles(), 'run `npm run generate` and commit the result').toEqual([])
})
