import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ListedJob } from '../../src/api/views.ts'
import { api } from '../data/api.ts'
import { useRefused } from '../data/use-refused.ts'
import { whilePresent } from '../data/while-present.ts'
import { JobStatusChip } from '../parts/job-status.tsx'
import { ListPage } from '../parts/list-page.tsx'
import { Ago } from '../parts/time.tsx'
import { Visible } from '../parts/visible.tsx'
import type { JobsSearch } from './jobs-search.ts'

const route = getRouteApi('/jobs')
const PAGE = 50

/** Jobs: those that need a person, and on request those that run by themselves or are over. */
export function JobsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (to: JobsSearch) => void navigate({ search: { ...search, ...to }, replace: true })
  const choices = [
    {
      label: 'Show mid-process',
      about:
        'Mid-process: jobs that ask nobody anything now. They go on by themselves; where “no process” stands, once their agent runs again.',
      isOn: search.include_mid_process === 1,
      onChange: (isOn: boolean) => change({ include_mid_process: isOn ? 1 : undefined }),
    },
    {
      label: 'Show ended',
      isOn: search.ended === true,
      onChange: (isOn: boolean) => change({ ended: isOn || undefined }),
    },
  ]
  const none = 'No job needs a person. “Show mid-process” shows those that ask nobody anything now.'
  return (
    <ListPage title="Jobs" choices={choices} list={useJobs(search)} none={none}>
      {(rows) => <JobsTable rows={rows} />}
    </ListPage>
  )
}

const ENDED = ['completed', 'failed', 'cancelled'] as const
const OPEN = ['pending_review', 'stopped', 'in_doubt'] as const
const MID = ['queued', 'running', 'waiting'] as const

function useJobs(search: JobsSearch) {
  const [mid, ended] = [search.include_mid_process === 1, search.ended === true]
  return useInfiniteQuery({
    queryKey: ['jobs', 'list', mid, ended],
    queryFn: ({ pageParam }) =>
      api.call('list_jobs', {
        limit: PAGE,
        newest_first: true,
        include_mid_process: mid,
        ...(ended && { status: [...OPEN, ...(mid ? MID : []), ...ENDED] }),
        ...(pageParam !== null && { after: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state: { data } }) =>
      whilePresent(data?.pages.flatMap(({ rows }) => rows).find(({ presence }) => presence !== null)?.presence),
  })
}

function JobsTable({ rows }: { readonly rows: readonly ListedJob[] }) {
  const refused = useRefused()
  return (
    <div className="table-frame">
      <table className="list">
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">Agent</th>
            <th scope="col">Status</th>
            <th scope="col">Started</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, title, agent, status, held, started_at, display_mode, waits_for, presence }) => (
            <tr key={id} data-mode={display_mode}>
              <th scope="row">
                <Link to="/jobs/$job" params={{ job: id }}>
                  <Visible text={title || id} />
                </Link>
              </th>
              <td>
                <Visible text={agent} />
              </td>
              <td>
                <JobStatusChip status={status} presence={presence} refused={refused.get(id)?.length ?? 0} />{' '}
                {waits_for !== undefined && (
                  <span className="dim small">
                    waits: <Visible text={waits_for} />
                  </span>
                )}
                {held.length > 1 && <span className="dim small">{held.length} held</span>}
              </td>
              <td className="dim">
                <Ago at={started_at} word=" ago" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
