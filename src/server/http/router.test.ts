import { expect, test } from 'vitest'
import { Router } from './router.ts'

function aRouter(): Router<string> {
  const router = new Router<string>()
  router.add('GET', '/v1/jobs', 'list')
  router.add('POST', '/v1/jobs', 'start')
  router.add('GET', '/v1/jobs/:job', 'read')
  router.add('GET', '/v1/jobs/in-doubt', 'doubts')
  router.add('POST', '/v1/jobs/:job/end', 'end')
  router.add('PUT', '/v1/jobs/:job/threads/:thread', 'talk')
  return router
}

test.for([
  ['GET', '/v1/jobs', 'list', {}],
  ['POST', '/v1/jobs', 'start', {}],
  ['GET', '/v1/jobs/job_1', 'read', { job: 'job_1' }],
  ['GET', '/v1/jobs/a%2Fb', 'read', { job: 'a/b' }],
  ['GET', '/v1/jobs/%ff', 'read', { job: '%ff' }],
  ['GET', '/v1/jobs/in-doubt', 'doubts', {}],
  // What is written out for one method leaves the other to the name.
  ['POST', '/v1/jobs/in-doubt/end', 'end', { job: 'in-doubt' }],
  ['PUT', '/v1/jobs/job_1/threads/th_1', 'talk', { job: 'job_1', thread: 'th_1' }],
] as const)('%s %s leads to %s', ([method, path, target, params]) => {
  expect(aRouter().find(method, path)).toEqual({ target, params })
})

test.for([
  ['GET', '/v1'],
  ['GET', '/v1/jobs/'],
  ['GET', '/v1/jobs//end'],
  ['POST', '/v1/jobs//end'],
  ['GET', '/v1/jobs/job_1/end'],
  ['DELETE', '/v1/jobs'],
  ['GET', '/v1/__proto__'],
  ['constructor', '/v1/jobs'],
] as const)('%s %s leads nowhere', ([method, path]) => {
  expect(aRouter().find(method, path)).toBeUndefined()
})

test('a path says which methods it answers to', () => {
  expect(aRouter().methodsAt('/v1/jobs')).toEqual(['GET', 'POST'])
  expect(aRouter().methodsAt('/v1/jobs/job_1/end')).toEqual(['POST'])
  expect(aRouter().methodsAt('/v1/other')).toEqual([])
})
