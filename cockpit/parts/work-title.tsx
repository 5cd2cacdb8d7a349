import type { ReactNode } from 'react'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { pieces } from './visible.tsx'

/**
 * Work is known by its title, which the agent chose: many rows have the same phase, and branches of the same name. A function and no
 * component, because rows have it.
 */
export function workTitle({ pull, title }: Pick<Checkpoint, 'pull' | 'title'>): ReactNode {
  if (pull === undefined || title === '') return null
  return (
    <>
      {' '}
      <bdi className="row-title">“{pieces(title)}”</bdi>
    </>
  )
}
