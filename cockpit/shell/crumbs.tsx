import { Link, useLocation } from '@tanstack/react-router'
import { PLACES } from './places.ts'

/** Where one is: the place, and what is open in it. */
export function Crumbs() {
  const { pathname } = useLocation()
  const [, first = '', second] = pathname.split('/')
  const place = PLACES.find(({ to }) => to === `/${first === 'c' ? '' : first}`) ?? PLACES[0]
  return (
    <>
      {second === undefined ? <span>{place.label}</span> : <Link to={place.to}>{place.label}</Link>}
      {second !== undefined && <span className="mono dim">{decodeURIComponent(second)}</span>}
    </>
  )
}
