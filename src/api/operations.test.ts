import { expect, test } from 'vitest'
import { openApi } from './openapi.ts'
import { CALLERS, type OperationShape } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { pathKeys } from './path.ts'
import { ROUTES } from './routes.ts'

const all = Object.entries<OperationShape>(OPERATIONS)

test('no two operations share a method and a path', () => {
  const routes = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/:[a-z_]+/g, ':')}`)
  expect(new Set(routes).size).toBe(routes.length)
})

test.for(all)('%s takes every key of its path', ([, { path, input }]) => {
  expect(Object.keys(input.shape)).toEqual(expect.arrayContaining([...pathKeys(path)]))
})

test.for(all)('%s says who may call it, and nobody twice', ([, { callers }]) => {
  if (callers === 'anyone') return
  expect(callers.length).toBeGreaterThan(0)
  expect(new Set(callers).size).toBe(callers.length)
})

test.for(all)(
  '%s reads without changing anything when it is a GET, and only then is safe',
  ([, { method, repeat, event }]) => {
    expect(repeat === 'safe').toBe(method === 'GET')
    expect(method === 'GET' && event !== null).toBe(false)
  },
)

test('no program decides, votes, settles, resumes, or sets up people', () => {
  const forPeople = ['answer_checkpoint', 'start_step_up', 'settle_attempt', 'resume_job', 'add_person', 'issue_token']
  for (const name of [...forPeople, 'set_kill_switch', 'revoke_grant', 'change_settings', 'create_sign_in_link']) {
    const { callers } = OPERATIONS[name as keyof typeof OPERATIONS]
    expect(CALLERS.filter((caller) => (callers as readonly string[]).includes(caller))).not.toContain('agent')
    expect(callers).not.toContain('service')
  }
})

test('only health and signing in need no credential', () => {
  expect(all.filter(([, { callers }]) => callers === 'anyone').map(([name]) => name)).toEqual([
    'sign_in',
    'read_health',
  ])
})

test('the description holds every operation, and every reference in it leads somewhere', () => {
  const document = openApi('1.2.3') as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
    readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
  }
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId))
  expect(ids.sort()).toEqual(all.map(([name]) => name).sort())
  const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)
  for (const [, reference = ''] of references) {
    expect(Object.keys(document.components.schemas)).toContain(reference.replace('#/components/schemas/', ''))
  }
})

test('the routes that browsers load are those of the operations', () => {
  expect(ROUTES).toEqual(Object.fromEntries(all.map(([name, { method, path }]) => [name, `${method} ${path}`])))
})
