import { expect, test } from 'vitest'
import type { HostedPull } from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'
import { mergePinned } from './merge-pinned.ts'

const HEAD = 'a'.repeat(40)
const pull: HostedPull = {
  ...{ number: 1, url: 'https://forge.invalid/1', state: 'open', branch: 'b', base: 'main', head: HEAD },
  ...{ title: '', body: '', commit: null, mergedBy: null, updatedAt: '2026-11-16T12:00:00Z' },
}
const asked = { head: HEAD, title: 't', message: 'm' }

async function merging(shown: Partial<HostedPull>, refusal?: AppError) {
  let sent = 0
  const send = async () => {
    sent += 1
    if (refusal !== undefined) throw refusal
  }
  // Before and after it was sent; where nothing is refused, it stands there from the start.
  const read = async () => (refusal !== undefined && sent === 0 ? pull : { ...pull, ...shown })
  const became = await mergePinned({ main: 'main', read, own: async () => 'Leeway', send }, asked)
  return { became, sent }
}

test('invariant 25: what was turned towards another branch is not merged there', async () => {
  const { became, sent } = await merging({ base: 'production' })
  expect(became).toEqual({ refused: 'not_mergeable', reason: expect.stringContaining('turned towards production') })
  expect(sent).toBe(0)
})

test('what another branch was merged into is no merge of ours', async () => {
  expect((await merging({ base: 'production', state: 'merged', commit: HEAD })).became).toMatchObject({
    refused: 'not_mergeable',
  })
})

test('another commit than the one that was approved is not asked for', async () => {
  expect(await merging({ head: 'b'.repeat(40) })).toMatchObject({ became: { refused: 'head_moved' }, sent: 0 })
})

test('invariant 1: what somebody else merged is no merge of ours, whenever it is found', async () => {
  const merged = { state: 'merged', commit: 'c'.repeat(40) } as const
  const lost = new AppError('forge_unreachable')
  expect((await merging({ ...merged, mergedBy: 'leeway' })).became).toEqual({ commit: merged.commit })
  expect((await merging({ ...merged, mergedBy: 'leeway' }, lost)).became).toEqual({ commit: merged.commit })
  for (const mergedBy of ['mallory', null]) {
    for (const refusal of [undefined, lost]) {
      expect((await merging({ ...merged, mergedBy }, refusal)).became).toEqual({
        refused: 'not_mergeable',
        reason: expect.stringMatching(
          /merged there by (mallory|an account that the forge does not name) and not by Leeway/,
        ),
      })
    }
  }
})
