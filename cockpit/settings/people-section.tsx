import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '../../src/api/operations.ts'
import { api } from '../data/api.ts'
import { errorText } from '../data/error-text.ts'
import type { Me } from '../data/use-me.ts'
import { Failed } from '../parts/failed.tsx'
import { say } from '../parts/toasts.tsx'

/** Who may look and decide, and whether somebody works alone. People are let in at the command line. */
export function PeopleSection({ me }: { readonly me: Me | undefined }) {
  const client = useQueryClient()
  const list = usePeople()
  const setSolo = (solo: boolean) =>
    api.call('change_settings', { solo }).then(
      () => client.invalidateQueries({ queryKey: ['me'] }),
      (error: unknown) => say('deny', errorText(error)),
    )
  const isAdmin = me?.caller === 'admin'
  return (
    <section aria-labelledby="people">
      <h2 id="people">People</h2>
      <Failed reads={[list]} />
      {list.error === null && <PeopleTable rows={list.data?.pages.flatMap(({ rows }) => rows) ?? []} />}
      {list.hasNextPage && (
        <button type="button" className="button more" onClick={() => void list.fetchNextPage()}>
          Show more people
        </button>
      )}
      <p className="said">
        Let somebody in with <code>leeway people add NAME</code>.
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={me?.solo === true}
          disabled={!isAdmin}
          onChange={(event) => void setSolo(event.target.checked)}
        />
        <span>
          I work alone here
          <span className="said">
            {' '}
            · you may approve what you started or edited, and nothing asks for a passkey or a code
          </span>
          {!isAdmin && <span className="said"> · only an administrator may change this</span>}
        </span>
      </label>
    </section>
  )
}

const PAGE = 50

function usePeople() {
  return useInfiniteQuery({
    queryKey: ['people'],
    queryFn: ({ pageParam }) =>
      api.call('list_people', { limit: PAGE, ...(pageParam !== null && { after: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

function PeopleTable({ rows }: { readonly rows: OutputOf<'list_people'>['rows'] }) {
  return (
    <div className="table-frame">
      <table className="list">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Role</th>
            <th scope="col">Sees</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, role, tenants, revoked_at }) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              <td>{revoked_at === null ? role : 'gone'}</td>
              <td className="dim">{tenants === '*' ? 'everything' : tenants.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
