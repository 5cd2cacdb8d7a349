import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { OutputOf } from '../../src/api/operations.ts'
import { inWords } from '../parts/trace-table.tsx'
import { Visible } from '../parts/visible.tsx'

/** The presets behind a name lead to where they are explained. */
export function PolicyLike({ like }: { readonly like: NonNullable<OutputOf<'read_policy'>['like']> }) {
  const { presets, differs } = like
  return (
    <span>
      {differs.length > 0 && 'like '}
      {presets.map((preset, index) => (
        <Fragment key={preset}>
          {index > 0 && ' or '}
          <Link to="/policies" search={{ preset }}>
            <Visible text={preset} />
          </Link>
        </Fragment>
      ))}
      {differs.length > 0 && `, but for ${differs.map(inWords).join(', ')}`}
    </span>
  )
}
