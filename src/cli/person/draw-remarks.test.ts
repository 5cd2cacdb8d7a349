import { expect, test } from 'vitest'
import type { Remark } from '../../model/checkpoint.ts'
import { drawRemarks } from './draw-remarks.ts'

const PAGE = { width: 80, paint: (_format: unknown, text: string) => text, spell: (text: string) => text }
const AT = '2026-11-17T06:51:08.580Z'

test('what the agent answered stands below the words that it answers, and not left of them', () => {
  const answer = { did: 'fixed', text: 'Done.\nAll of it.', at: AT } as const
  const by = { kind: 'person', id: 'ada' }
  const remark = { number: 1, by, at: AT, kind: 'comment', text: 'Louder.', revision: 1, answer } as Remark
  const [text = ''] = drawRemarks([remark], { now: new Date(AT), page: PAGE, isPull: true })
  expect(text.split('\n').slice(2)).toEqual([
    ...['     Louder.', '     the agent: fixed', '     │ Done.', '     │ All of it.'],
  ])
})
