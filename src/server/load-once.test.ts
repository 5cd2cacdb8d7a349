import { expect, test } from 'vitest'
import { loadOnce } from './load-once.ts'

test('whoever asks while something is loaded waits for the same', async () => {
  const begun: PromiseWithResolvers<string>[] = []
  const loaded = loadOnce(() => {
    const loading = Promise.withResolvers<string>()
    begun.push(loading)
    return loading.promise
  })
  const asked = [loaded(), loaded()]
  expect(begun).toHaveLength(1)
  begun[0]?.resolve('here')
  expect(await Promise.all([...asked, loaded()])).toEqual(['here', 'here', 'here'])
  expect(begun).toHaveLength(1)
})

test('what could not be loaded fails for all who waited, and is tried again by the next', async () => {
  const loads = [Promise.reject(new Error('no file')), Promise.resolve('here')]
  const loaded = loadOnce(() => loads.shift() ?? Promise.reject(new Error('asked too often')))
  const said = await Promise.allSettled([loaded(), loaded()])
  expect(said.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await loaded()).toBe('here')
  expect(await loaded()).toBe('here')
})
