import { expect, test } from 'vitest'
import { Described } from './described.ts'

const OPEN = 'POST /repos/{owner}/{repo}/pulls'
const asked = { method: 'POST', path: '/repos/a/b/pulls', query: {} }
const body = { title: 'T', body: 'B', head: 'work', base: 'main' }

test.for([
  ['what is described', body, {}, 0],
  ['a field that is not described', { ...body, squash: true }, {}, 1],
  ['a field of another type', { ...body, title: 1 }, {}, 1],
  ['a missing field', { title: 'T', body: 'B', head: 'work' }, {}, 1],
  ['a missing body', undefined, {}, 1],
  ['a query that is not described', body, { force: 'yes' }, 1],
] as const)('%s is told from the rest', ([, given, query, wrong]) => {
  expect(new Described('github').wrongInRequest(OPEN, { ...asked, body: given, query })).toHaveLength(wrong)
})

test('an answer of another shape is told from the rest', () => {
  const described = new Described('github')
  expect(described.wrongInAnswer('GET /user', 200, { login: 'ann' })).toEqual([])
  expect(described.wrongInAnswer('GET /user', 200, { login: 1 })).toHaveLength(1)
  expect(described.wrongInAnswer('GET /user', 201, { login: 'ann' })).toHaveLength(1)
})

test('a request that is not described is no operation', () => {
  expect(new Described('gitea').match({ method: 'PUT', path: '/repos/a/b/pulls/1/merge' })).toBeUndefined()
})
