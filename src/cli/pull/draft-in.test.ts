import { expect, test } from 'vitest'
import type { Pull } from '../../model/pull.ts'
import { draftIn } from './draft-in.ts'

const TEXT = Array.from({ length: 40 }, (_, at) => `line ${at + 1}\n`).join('')
const pull = { id: 'job-1:phase-1-strategic', head: 'c1', round: 2 } as Pull
/** A file that reads otherwise on the base. */
const files = {
  file: async (_id: unknown, { path, side }: { readonly path: string; readonly side?: 'old' | 'new' | undefined }) => ({
    ...{ path, commit: 'c1', size: 1, base64: null },
    text: side === 'old' ? TEXT.toUpperCase() : TEXT,
  }),
}
const said = { at: 'plan.md:30-31', side: 'new', kind: 'nit', text: 'Why?' } as const

test('any line can be commented, also where nothing changes, and is quoted with those around it', async () => {
  const { anchor, round } = await draftIn(files, pull, said)
  expect(round).toBe(2)
  expect(anchor).toEqual({
    ...{ path: 'plan.md', side: 'new', kind: 'lines', first: 30, last: 31, quote: ['line 30', 'line 31'] },
    ...{ before: ['line 27', 'line 28', 'line 29'], after: ['line 32', 'line 33', 'line 34'] },
  })
})

test('what was is read on the base', async () => {
  const { anchor } = await draftIn(files, pull, { ...said, side: 'old', at: 'plan.md:40' })
  expect(anchor).toMatchObject({ side: 'old', quote: ['LINE 40'], after: [] })
})

test('lines that are not there are named', async () => {
  await expect(draftIn(files, pull, { ...said, at: 'plan.md:0' })).rejects.toThrow('has 40 lines, and no line 0')
  await expect(draftIn(files, pull, { ...said, at: 'plan.md:39-41' })).rejects.toMatchObject({
    message: expect.stringContaining('and no line 41'),
    details: { next: 'See what changes: leeway pr diff job-1:phase-1-strategic' },
  })
})
