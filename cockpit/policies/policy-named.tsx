import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { JobId } from '../../src/model/ids.ts'
import { api } from '../data/api.ts'
import { Modal } from '../parts/modal.tsx'
import { Visible } from '../parts/visible.tsx'
import { PolicyLike } from './policy-like.tsx'

const PolicyInWords = lazy(async () => ({ default: (await import('./policy-in-words.tsx')).PolicyInWords }))

/** A policy as people know it: by the preset that says the same or nearly so, else by its short digest; and what it says in words. */
export function PolicyNamed({ job, digest }: { readonly job: JobId; readonly digest: string }) {
  const [isShown, setShown] = useState(false)
  // A digest names one policy for ever. What a bound job had before may be known no more; then its digest is its name.
  const { data } = useQuery({
    queryKey: ['policy of', job, digest],
    queryFn: () => api.call('read_policy', { job, digest }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <div className="policy-named">
      {data?.like && <PolicyLike like={data.like} />}
      <span className="mono dim small" title={digest}>
        <Visible text={shortOf(digest)} />
      </span>
      {data !== undefined && (
        <button type="button" className="button" onClick={() => setShown(true)}>
          Show in words
        </button>
      )}
      {isShown && data !== undefined && (
        <Modal title="The policy, in words" onClose={() => setShown(false)} className="policy-dialog">
          <Suspense fallback={<p className="dialog-body dim">Looking…</p>}>
            <PolicyInWords read={data} />
          </Suspense>
        </Modal>
      )}
    </div>
  )
}

/** Enough to tell two policies apart by eye; pointing at it shows the whole. */
function shortOf(digest: string): string {
  return `${digest.slice(0, 'sha256:'.length + 12)}…`
}
