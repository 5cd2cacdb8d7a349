import { CALLERS, type Caller, type OperationShape } from '../../../src/api/operation.ts'
import { OPERATIONS } from '../../../src/api/operations.ts'
import { isInQuery, pathKeys } from '../../../src/api/path.ts'
import { asJson, type Expected, type Family, type HostileCase, INVALID, NOT_SIGNED_IN } from '../hostile-case.ts'
import type { HostileHouse } from '../hostile-house.ts'

const ALL = Object.entries<OperationShape>(OPERATIONS)
const WELL_FORMED: Readonly<Record<string, string>> = { digest: `sha256:${'0'.repeat(64)}`, session: 'process-9' }

/** What every operation refuses alike, whatever it does. */
export const operations: Family = (house) =>
  ALL.flatMap(([name, operation]) => [
    ...aboutCallers(name, operation, house),
    ...aboutShape(name, operation, house),
    ...(isInQuery(operation) ? aboutQuery(name, operation, house) : aboutBody(name, operation, house)),
    ...aboutPath(name, operation, house),
  ])

function pathOf({ path }: OperationShape, id?: string): string {
  return path.replaceAll(/:([a-z_]+)/g, (_all, key: string) => id ?? WELL_FORMED[key] ?? 'none-1')
}

function callerOf({ callers }: OperationShape): Caller {
  return callers === 'anyone' ? 'admin' : (CALLERS.findLast((caller) => callers.includes(caller)) ?? 'admin')
}

function aboutCallers(name: string, operation: OperationShape, house: HostileHouse): readonly HostileCase[] {
  const { method, callers } = operation
  if (callers === 'anyone') return []
  const send = { method, path: pathOf(operation) }
  const others = CALLERS.filter((caller) => !callers.includes(caller))
  return [
    { name: `${name} by nobody`, send, expected: NOT_SIGNED_IN },
    ...others.map((caller) => ({
      name: `${name} by ${caller}`,
      send: { ...send, headers: asJson(house.tokens[caller]) },
      expected: refusal(caller, callers),
    })),
  ]
}

function refusal(caller: Caller, callers: readonly Caller[]): Expected {
  const isProgram = caller === 'agent' || caller === 'service'
  const isForPeople = !callers.includes('agent') && !callers.includes('service')
  return [403, isProgram && isForPeople ? 'actor_not_human' : 'not_authorised']
}

function aboutShape(name: string, operation: OperationShape, house: HostileHouse): readonly HostileCase[] {
  const path = pathOf(operation)
  const headers = asJson(house.tokens[callerOf(operation)])
  return [
    { name: `${name} by PATCH`, send: { method: 'PATCH', path, headers }, expected: [405, 'method_not_allowed'] },
    {
      name: `${name} of another site`,
      send: { method: operation.method, path, headers: { ...headers, Origin: 'http://evil.example' } },
      expected: [403, 'wrong_origin'],
    },
  ]
}

function aboutQuery(name: string, operation: OperationShape, house: HostileHouse): readonly HostileCase[] {
  const headers = asJson(house.tokens[callerOf(operation)])
  const path = `${pathOf(operation)}?zzz=1`
  return [{ name: `${name} with a key astray`, send: { method: operation.method, path, headers }, expected: INVALID }]
}

/** Bodies that no operation reads. */
const BODIES: readonly (readonly [what: string, body: string | Buffer, expected: Expected])[] = [
  ['half a body', '{"a":', INVALID],
  ['a list', '[1]', INVALID],
  ['a key astray', '{"zzz":1}', INVALID],
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), INVALID],
]

function aboutBody(name: string, operation: OperationShape, house: HostileHouse): readonly HostileCase[] {
  const { method } = operation
  const path = pathOf(operation)
  const headers = asJson(house.tokens[callerOf(operation)])
  return [
    ...BODIES.map(([what, body, expected]) => ({
      name: `${name} with ${what}`,
      send: { method, path, headers, body },
      expected,
    })),
    {
      name: `${name} as a form`,
      send: { method, path, headers: { ...headers, 'Content-Type': 'text/plain' }, body: '{}' },
      expected: [415, 'not_json'],
    },
    { name: `${name} with a query`, send: { method, path: `${path}?a=1`, headers, body: '{}' }, expected: INVALID },
  ]
}

/** Ids that are none; in a path they are encoded, and each stays one part of it. */
const IDS: readonly string[] = ['%2e%2e%2fetc', '%00', '%ff%fe', '%3Cscript%3E', 'x'.repeat(300), '%F0%9F%92%A3', "'--"]

function aboutPath(name: string, operation: OperationShape, house: HostileHouse): readonly HostileCase[] {
  if (pathKeys(operation.path).length === 0) return []
  const headers = asJson(house.tokens[callerOf(operation)])
  const { method } = operation
  const body = isInQuery(operation) ? {} : { body: '{}' }
  return IDS.map((id) => ({
    name: `${name} of ${id.slice(0, 20)}`,
    send: { method, path: pathOf(operation, id), headers, ...body },
    expected: INVALID,
  }))
}
