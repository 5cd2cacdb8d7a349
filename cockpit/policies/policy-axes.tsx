import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { OutputOf } from '../../src/api/operations.ts'
import { api } from '../data/api.ts'
import { inWords } from '../parts/trace-table.tsx'
import { Value } from '../parts/value.tsx'
import { Visible } from '../parts/visible.tsx'

type Document = OutputOf<'list_presets'>['rows'][number]['policy']

const MOST_MARKED = 12

/** The value of every axis as a job would get it here, and what the preset's own file says. */
export function PolicyAxes({ name, document }: { readonly name: string; readonly document: Document }) {
  const { data } = useQuery({
    queryKey: ['policy', name],
    queryFn: () => api.call('resolve_policy', { policy: name }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const said = Object.keys(document)
  // Of the preset that says everything, nothing has to be marked.
  const own = new Set(said.length > MOST_MARKED ? [] : said)
  return (
    <>
      <dl className="axis-values">
        {Object.entries(data?.policy ?? {}).map(([axis, value]) => (
          <Fragment key={axis}>
            <dt>
              {inWords(axis)} {own.has(axis) && <span className="chip">said here</span>}
            </dt>
            <dd className="mono">
              <Value of={value} />
            </dd>
          </Fragment>
        ))}
      </dl>
      <details>
        <summary>The document</summary>
        <pre className="exact">
          <Visible text={JSON.stringify(document, null, 2)} />
        </pre>
      </details>
    </>
  )
}
