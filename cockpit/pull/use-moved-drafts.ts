import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { PullId } from '../../src/model/ids.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import { fileQuery } from '../data/use-pull.ts'
import { moveDraft } from './move-draft.ts'
import type { UnsentWords } from './use-unsent.ts'

/** Takes what was written of earlier rounds along to the newest, once that is shown. What has no place there keeps its old one, and says so. */
export function useMovedDrafts(pull: PullId, newest: number | null, { drafts, change }: UnsentWords): void {
  const client = useQueryClient()
  const tried = useRef(new Set<string>())
  useEffect(() => {
    if (newest === null) return
    const read = async (round: number, { path, side }: NonNullable<Draft['anchor']>) =>
      (await client.fetchQuery(fileQuery({ pull, path, round, side }))).text
    const move = async (draft: Draft) => {
      const { anchor, round = newest } = draft
      if (anchor === null) return
      const old = await read(round, anchor)
      // A file that is not there any more is no error: what was written of it stays.
      const now = await read(newest, anchor).catch(() => null)
      const moved = old === null ? null : moveDraft(draft, newest, { old, now })
      if (moved === null) return
      const { anchor: there } = moved
      // Whatever was typed in the meantime is kept.
      change((before) => ({
        drafts: before.drafts.map((one) => (one.id === draft.id ? { ...one, anchor: there, round: newest } : one)),
      }))
    }
    for (const draft of drafts) {
      const key = `${draft.id} ${newest}`
      if ((draft.round ?? newest) >= newest || tried.current.has(key)) continue
      tried.current.add(key)
      move(draft).catch(() => tried.current.delete(key))
    }
  }, [pull, newest, drafts, change, client])
}
