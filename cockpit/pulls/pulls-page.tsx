import { getRouteApi, Link } from '@tanstack/react-router'
import type { Pull } from '../../src/model/pull.ts'
import { usePulls } from '../data/use-pull.ts'
import { ListPage } from '../parts/list-page.tsx'
import { Ago } from '../parts/time.tsx'
import { Visible } from '../parts/visible.tsx'

const route = getRouteApi('/pulls')
const OPEN = ['open'] as const
const ALL = ['open', 'merged', 'closed'] as const

/** Pull requests: those that are open, and on request what became of the others. */
export function PullsPage() {
  const { ended } = route.useSearch()
  const navigate = route.useNavigate()
  const choice = {
    label: 'Show merged and closed',
    isOn: ended === true,
    onChange: (isOn: boolean) => void navigate({ search: { ended: isOn || undefined }, replace: true }),
  }
  const list = usePulls(ended === true ? ALL : OPEN)
  const none = 'No pull request is open. Agents bring them at the end of a phase.'
  return (
    <ListPage title="Pull requests" choices={[choice]} list={list} none={none}>
      {(rows) => <PullsTable rows={rows} />}
    </ListPage>
  )
}

const TONES = { open: 'ask', merged: 'allow', closed: 'deny' } as const

function PullsTable({ rows }: { readonly rows: readonly Pull[] }) {
  return (
    <div className="table-frame">
      <table className="list">
        <thead>
          <tr>
            <th scope="col">Pull request</th>
            <th scope="col">Agent</th>
            <th scope="col">Branch</th>
            <th scope="col">Status</th>
            <th scope="col">Opened</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, title, agent, branch, status, round, blocking, opened_at }) => (
            <tr key={id}>
              <th scope="row">
                <Link to="/pulls/$pull" params={{ pull: id }}>
                  <Visible text={title || id} />
                </Link>
              </th>
              <td>
                <Visible text={agent} />
              </td>
              <td className="mono">
                <Visible text={branch} />
              </td>
              <td>
                <span className={`chip ${TONES[status]}`}>{status}</span>{' '}
                <span className="dim small">round {round}</span>{' '}
                {blocking.length > 0 && status === 'open' && (
                  <span className="chip deny">{blocking.length} blocking</span>
                )}
              </td>
              <td className="dim">
                <Ago at={opened_at} word=" ago" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
