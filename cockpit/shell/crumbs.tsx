import { Link, useLocation } from '@tanstack/react-router'
import { CopyButton } from '../parts/copy-button.tsx'
import { namedIn } from '../parts/hidden-characters.ts'
import { Visible } from '../parts/visible.tsx'
import { decoded } from './decoded.ts'
import { useNamed } from './page-title.ts'
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
      {second !== undefined && <Opened id={decoded(second)} />}
    </>
  )
}

/** What is open by the name that people know it by, and its id for whoever needs that. An address may hold anything that somebody wrote into a link. */
function Opened({ id }: { readonly id: string }) {
  const name = useNamed()
  return (
    <span className="crumb">
      <span className={name === undefined ? 'crumb-name mono dim' : 'crumb-name'} title={namedIn(id)}>
        <Visible text={name ?? id} />
      </span>
      <CopyButton what="the id" text={id} />
    </span>
  )
}
