import { Link, useLocation } from '@tanstack/react-router'
import { Visible } from '../parts/visible.tsx'
import { decoded } from './decoded.ts'
import { placeAt } from './places.ts'

/** Where one is: the place, and what is open in it. */
export function Crumbs() {
  const { pathname } = useLocation()
  const [, , second] = pathname.split('/')
  const place = placeAt(pathname)
  if (place === undefined) return <span>Nowhere</span>
  return (
    <>
      {second === undefined ? <span>{place.label}</span> : <Link to={place.to}>{place.label}</Link>}
      {second !== undefined && <Id text={second} />}
    </>
  )
}

/** An address may hold anything that somebody wrote into a link. */
function Id({ text }: { readonly text: string }) {
  return (
    <span className="mono dim">
      <Visible text={decoded(text)} />
    </span>
  )
}
