import { expect, test } from 'vitest'
import { openReception } from '../../src/compose.ts'
import { PersonId, TenantId } from '../../src/model/ids.ts'
import type { Person } from '../../src/model/person.ts'
import type { Cursor, Desk } from '../../src/sdk/desk.ts'
import { aPerson } from '../../src/testing/builders.ts'
import { aDeskFolder } from '../../src/testing/desk-folder.ts'
import { aHouse, type House } from '../../src/testing/house.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { aWrite } from '../../src/testing/store-rows.ts'

/** Writes people by their rows: to let each in by a command would take longer than the test. */
async function fill({ store }: Pick<House, 'store'>, count: number, given: Partial<Person> = {}): Promise<void> {
  const people = Array.from({ length: count }, (_, at) => {
    const id = PersonId.parse(`p-${String(at).padStart(5, '0')}`)
    // Some came in the same moment.
    const enrolled_at = new Date(Date.now() + Math.floor(at / 3)).toISOString()
    return aPerson({ id, role: 'viewer', token_hash: `hash-${id}`, enrolled_at, ...given })
  })
  await store.append(aWrite({ rows: people.map((row) => ({ table: 'people', id: row.id, version: 0, row })) }))
}

/** Everybody, page by page, and how long each page was. */
async function pages(desk: Pick<Desk, 'people'>, limit: number) {
  const [names, lengths]: [string[], number[]] = [[], []]
  for (let after: Cursor | undefined; ; ) {
    const { rows, next } = await desk.people({ limit, after })
    names.push(...rows.map(({ id }) => id))
    lengths.push(rows.length)
    if (next === null) return { names, lengths }
    after = next
  }
}

test('people are listed page by page, each once and none left out', async () => {
  const house = await aHouse()
  await fill(house, 1204)
  const { names, lengths } = await pages(house.desk, 500)
  expect(lengths).toEqual([500, 500, 205])
  expect(names.slice(0, 2)).toEqual(['ada', 'p-00000'])
  expect(new Set(names).size).toBe(1205)
  // A page that ends with the list says so.
  expect((await pages(house.desk, 241)).lengths).toEqual([241, 241, 241, 241, 241])
})

test('those whom somebody may not see make no page shorter', async () => {
  const house = await aHouse()
  const [acme, beta] = [TenantId.parse('acme'), TenantId.parse('beta')]
  await fill(house, 450, { tenants: [beta] })
  for (const name of ['gus', 'hal'])
    await house.desk.addPerson({ id: PersonId.parse(name), role: 'viewer', tenants: [acme] })
  const token = await house.desk.addPerson({ id: PersonId.parse('ida'), role: 'viewer', tenants: [acme] })
  const reception = await openReception({ root: house.root })
  const { names, lengths } = await pages(await reception.desk(token), 2)
  await reception.close()
  expect({ names, lengths }).toEqual({ names: ['ada', 'gus', 'hal', 'ida'], lengths: [2, 2] })
})

test('an administrator is found behind very many others', async () => {
  const house = await aHouse()
  await fill(house, 1100)
  const late = new Date(Date.now() + 60_000).toISOString()
  const zoe = aPerson({ id: PersonId.parse('zoe'), role: 'admin', token_hash: 'hash-zoe', enrolled_at: late })
  await house.store.append(aWrite({ rows: [{ table: 'people', id: zoe.id, version: 0, row: zoe }] }))
  const reception = await openReception({ root: house.root })
  expect(await reception.administrators()).toEqual(['ada', 'zoe'])
  expect(await reception.isEmpty()).toBe(false)
  await reception.close()
})

test('a server lists them page by page, and its client has as many as were wanted', async () => {
  const house = await aServedHouse()
  await fill(house, 250)
  const admin = house.as('admin')
  const first = await admin.call('list_people', { limit: 200 })
  expect(first.rows).toHaveLength(200)
  const second = await admin.call('list_people', { limit: 200, after: first.next ?? '' })
  expect(second).toMatchObject({ rows: { length: 53 }, next: null })
  expect((await admin.call('list_people', {})).rows).toHaveLength(50)
  const newest = await admin.call('list_people', { limit: 1, newest_first: true })
  expect(newest.rows[0]?.id).toBe('p-00249')
})

test('a page of people at the command line leads to the next', async () => {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login'])
  for (const name of ['ben', 'cleo', 'dan']) await ada(['people', 'add', name])
  const first = await ada(['people', '--limit', '2'])
  expect(first.out).toMatch(/ada \(you\)[^]*ben/)
  const [, after = ''] = /There is more: leeway people --after (\S+)/.exec(first.out) ?? []
  const second = await ada(['people', '--limit', '2', '--after', after])
  expect(second.out).toMatch(/cleo[^]*dan/)
  expect(second.out).not.toMatch(/ben|There is more/)
  const { rows, next } = JSON.parse((await ada(['people', '--json'])).out)
  expect({ names: rows.map(({ id }: { id: string }) => id), next }).toEqual({
    names: ['ada', 'ben', 'cleo', 'dan'],
    next: null,
  })
})
