import { getRouteApi, Link } from '@tanstack/react-router'
import type { ListedPull } from '../../src/api/pull-views.ts'
import { behindShort } from '../../src/model/behind-text.ts'
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

const ENDED = { open: 'ask', merged: 'allow', closed: 'deny' } as const
const TURNS = {
  review: { text: 'waits for review', tone: 'ask' },
  resume: { text: 'job is stopped', tone: 'deny' },
  mend: { text: 'merge failed', tone: 'deny' },
  agent: { text: 'with the agent', tone: '' },
  merge: { text: 'being merged', tone: 'allow' },
} as const

/** Whose turn it is, or how it ended. */
function Standing({ pull: { status, turn } }: { readonly pull: ListedPull }) {
  const { text, tone } = turn === null ? { text: status, tone: ENDED[status] } : TURNS[turn]
  return <span className={`chip ${tone}`}>{text}</span>
}

function PullsTable({ rows }: { readonly rows: readonly ListedPull[] }) {
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
          {rows.map((pull) => (
            <tr key={pull.id}>
              <th scope="row">
                <Link to="/pulls/$pull" params={{ pull: pull.id }}>
                  <Visible text={pull.title || pull.id} />
                </Link>
              </th>
              <td>
                <Visible text={pull.agent} />
              </td>
              <td className="mono">
                <Visible text={pull.branch} />
              </td>
              <td>
                <Standing pull={pull} /> <span className="dim small">round {pull.round}</span>{' '}
                {pull.turn === 'agent' && pull.behind !== undefined && (
                  <span className="dim small">
                    <Visible text={behindShort(pull.behind)} />
                  </span>
                )}{' '}
                {pull.blocking.length > 0 && pull.status === 'open' && (
                  <span className="chip deny">{pull.blocking.length} blocking</span>
                )}
              </td>
              <td className="dim">
                <Ago at={pull.opened_at} word=" ago" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
