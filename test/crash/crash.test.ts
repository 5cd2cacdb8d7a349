import { expect, test } from 'vitest'
import { runCampaign } from './campaign.ts'
import { toRows } from './crash-table.ts'
import { POINTS } from './points.ts'

const KILLS = POINTS.length + 2

test('invariant 5: a process that is ended at any point loses no acknowledged write, does nothing twice, and leaves what is unknown in doubt', {
  timeout: 180_000,
}, async () => {
  const reports = await runCampaign({ kills: KILLS, seed: 1, lanes: 2 })
  expect(reports.filter(({ violations }) => violations.length > 0)).toEqual([])
  const unkilled = toRows(reports).filter(
    ({ place, first, second }) => POINTS.some((point) => point === place) && first + second === 0,
  )
  expect(unkilled).toEqual([])
})
