import { pieces } from './visible.tsx'

/** To whom, what, or to what end, beside what is asked: rows that ask the same are told apart by it. */
export function AboutWords({ about }: { readonly about: string }) {
  if (about === '') return null
  return (
    <>
      {' '}
      <bdi className="row-about">{pieces(about)}</bdi>
    </>
  )
}
