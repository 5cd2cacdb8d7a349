import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '../../src/api/operations.ts'
import { inWords } from '../parts/trace-table.tsx'
import { Value } from '../parts/value.tsx'
import { Visible } from '../parts/visible.tsx'
import { AXIS_FIELDS } from './axis-fields.ts'
import { PolicyLike } from './policy-like.tsx'
import type { PolicyValue } from './policy-text.ts'
import { presetsQuery } from './presets-query.ts'
import { RoutePicture } from './route-picture.tsx'

/** What a policy comes to: its name, where typical work stops under it, and its value on every axis. */
export function PolicyInWords({ read }: { readonly read: OutputOf<'read_policy'> }) {
  const { like, digest } = read
  const policy = read.policy as unknown as PolicyValue
  const { data } = useQuery(presetsQuery)
  const sentence = data?.rows.find(({ name }) => name === like?.presets[0])?.sentence
  return (
    <div className="dialog-body policy-words">
      {like !== null && (
        <p>
          <PolicyLike like={like} />
          {sentence !== undefined && (
            <>
              : <Visible text={sentence} />
            </>
          )}
        </p>
      )}
      <section aria-labelledby="where-it-stops">
        <h3 id="where-it-stops">Where work stops</h3>
        <RoutePicture policy={policy} />
      </section>
      <section aria-labelledby="every-value">
        <h3 id="every-value">Every value</h3>
        <dl className="policy-values">
          {AXIS_FIELDS.map(({ axis, about }) => (
            <div key={axis} data-differs={like?.differs.includes(axis)}>
              <dt>{inWords(axis)}</dt>
              <dd>
                <span className="mono">
                  <Value of={policy[axis]} />
                </span>
                <p className="small dim">{about}</p>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <p className="small dim mono hash">{digest}</p>
    </div>
  )
}
