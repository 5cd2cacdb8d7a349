import { expect, test } from 'vitest'
import { loadRest } from './load-rest.ts'

/** What a server hears of it, and what is loaded, by name. */
function aRest() {
  const closing = new AbortController()
  const reports: unknown[][] = []
  const loaded: string[] = []
  const part = (name: string) => async () => void loaded.push(name)
  const broken = (name: string) => () => Promise.reject(new Error(name))
  return {
    closing,
    reports,
    loaded,
    part,
    broken,
    parts: { closing: closing.signal, report: (...said: unknown[]) => void reports.push(said) },
  }
}

test('a part that cannot be loaded keeps nothing from the others, and is told of once with what to do', async () => {
  const { parts, reports, loaded, part, broken } = aRest()
  await loadRest([part('first'), broken('no jobs'), part('second'), broken('no pulls'), part('third')], parts)
  expect(loaded).toEqual(['first', 'second', 'third'])
  expect(reports).toEqual([[expect.stringContaining('start the server again'), new Error('no jobs')]])
})

test('a server that closes meanwhile loads no more, and says nothing', async () => {
  const { parts, closing, reports, loaded, part, broken } = aRest()
  const leaves = async () => closing.abort()
  await loadRest([part('first'), broken('no jobs'), leaves, part('second')], parts)
  expect(loaded).toEqual(['first'])
  expect(reports).toEqual([])
})
