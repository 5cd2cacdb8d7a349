import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Grant } from '../../src/model/grant.ts'
import { api } from '../data/api.ts'
import { errorText } from '../data/error-text.ts'
import { useMe, whyOnlyLooks } from '../data/use-me.ts'
import { ActButton } from '../parts/act-button.tsx'
import { Failed } from '../parts/failed.tsx'
import { Ago, useNow } from '../parts/time.tsx'
import { say } from '../parts/toasts.tsx'
import { Value } from '../parts/value.tsx'
import { Visible } from '../parts/visible.tsx'
import { grantsQuery } from './grants-query.ts'
import { reachText } from './reach-text.ts'

const NONE = 'There is none. An approval leaves one behind only when the approver asks for it.'

/** The permissions that approvals left behind, how far they reach, and the way to take them back. */
export function GrantsPage() {
  const list = useQuery(grantsQuery)
  const { data, error } = list
  const rows = data?.rows ?? []
  return (
    <>
      <header className="page-head">
        <h1>Grants</h1>
        <p className="dim">What may pass again without asking, because somebody said so within bounds.</p>
      </header>
      <Failed reads={[list]} />
      {rows.length === 0 && error === null && <p className="dim">{data === undefined ? 'Looking…' : NONE}</p>}
      {rows.length > 0 && (
        <div className="table-frame">
          <table className="list">
            <thead>
              <tr>
                <th scope="col">Call</th>
                <th scope="col">Agent</th>
                <th scope="col">Reaches</th>
                <th scope="col">From</th>
                <th scope="col">
                  <span className="unseen">Take back</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((grant) => (
                <Row key={grant.id} grant={grant} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

function Row({ grant }: { readonly grant: Grant }) {
  const me = useMe()
  const now = useNow()
  const { example, agent, owner, from, minted_at, revoked_at } = grant
  const revoke = () =>
    api.call('revoke_grant', { grant: grant.id }).then(
      () => say('allow', 'The grant is taken back.'),
      (error: unknown) => say('deny', errorText(error)),
    )
  return (
    <tr>
      <th scope="row">
        <code className="name">
          <Visible text={example.tool ?? 'gate'} />
        </code>{' '}
        <span className="mono small">
          <Value of={example.args} />
        </span>
      </th>
      <td>
        <Visible text={agent} />
      </td>
      <td>{reachText(grant, now)}</td>
      <td className="dim">
        <Link to="/c/$checkpoint" params={{ checkpoint: from }}>
          {owner}
        </Link>
        , <Ago at={minted_at} word=" ago" />
      </td>
      <td>
        {revoked_at === null && (
          <ActButton tone="danger" why={whyOnlyLooks(me)} onClick={() => void revoke()}>
            Take back
          </ActButton>
        )}
      </td>
    </tr>
  )
}
