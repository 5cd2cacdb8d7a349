import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openHall } from '../../src/compose.ts'
import { openServer } from '../../src/open-server.ts'
import { aFolder } from '../../src/testing/folder.ts'

test('what was open before the server is closed with it, and where none comes to be', async () => {
  const root = aFolder()
  const first = await openHall(root)
  const server = await openServer({ root, ports: first.ports })
  expect(await first.reception.isEmpty()).toBe(true)
  await server.close()
  await expect(first.reception.isEmpty()).rejects.toThrow('The store is closed.')

  const second = await openHall(root)
  writeFileSync(join(root, 'leeway.yaml'), 'nonsense: true\n')
  await expect(openServer({ root, ports: second.ports })).rejects.toThrow('nonsense')
  await expect(second.reception.isEmpty()).rejects.toThrow('The store is closed.')
})
