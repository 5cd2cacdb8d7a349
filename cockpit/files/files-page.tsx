import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PullView } from '../../src/api/pull-views.ts'
import { isNowhere } from '../data/error-text.ts'
import { decides, useMe } from '../data/use-me.ts'
import { useFileNames, usePull } from '../data/use-pull.ts'
import { Documents } from '../documents/documents.tsx'
import { Failed } from '../parts/failed.tsx'
import { Visible } from '../parts/visible.tsx'
import { NotYet } from '../shell/not-yet.tsx'
import { useName } from '../shell/page-title.ts'
import { FileNames } from './file-names.tsx'
import { OneFile } from './one-file.tsx'

const route = getRouteApi('/pulls/$pull/files')

/** Every file of a round, to read, and at the head of the branch to edit. */
export function FilesPage() {
  const { pull } = route.useParams()
  const read = usePull(pull)
  if (read.data === undefined || isNowhere(read.error)) return <NotYet read={read} />
  return <Files key={pull} view={read.data} />
}

function Files({ view }: { readonly view: PullView }) {
  const { pull } = view
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [first] = useState(pull.round)
  const round = Math.min(search.round ?? (search.edit === true ? first : pull.round), pull.round)
  const names = useFileNames(pull.id, round)
  const me = useMe()
  const open = (to: typeof search) => void navigate({ search: { ...search, ...to } })
  const isOpen = decides(me) && pull.status === 'open' && pull.merge === null
  return (
    <div className="files">
      <FilesHead view={view} round={round} onRound={(to) => open({ round: to, edit: undefined })} />
      <Failed reads={[names]} />
      <div className="changes">
        <FileNames
          paths={names.data?.paths ?? []}
          current={search.path}
          onOpen={(path) => open({ path, round, edit: undefined })}
        />
        {search.path === undefined ? (
          <p className="dim nothing">Choose a file.</p>
        ) : (
          <OneFile
            key={`${round} ${search.path}`}
            view={view}
            which={{ pull: pull.id, path: search.path, round }}
            canEdit={isOpen && round === pull.round}
            // What somebody has begun in a round goes on in it, whatever arrives meanwhile.
            isEditing={isOpen && search.edit === true}
            onEdit={(edit) => open({ edit: edit || undefined, round: edit ? round : undefined })}
          />
        )}
      </div>
      <Documents job={pull.job} isOpen={pull.status === 'open'} waits="They wait for the next phase of the job." />
    </div>
  )
}

function FilesHead({
  view: { pull, rounds },
  round,
  onRound,
}: {
  readonly view: PullView
  readonly round: number
  readonly onRound: (round: number) => void
}) {
  useName(`Files of ${pull.branch}`)
  return (
    <header className="page-head">
      <h1>
        Files of <Visible text={pull.branch} />
      </h1>
      <select
        className="input round-picker"
        aria-label="Round"
        value={round}
        onChange={(event) => onRound(Number(event.target.value))}
      >
        {rounds.map(({ number }) => (
          <option key={number} value={number}>
            round {number}
          </option>
        ))}
      </select>
      <Link className="button" to="/pulls/$pull" params={{ pull: pull.id }}>
        To the review
      </Link>
    </header>
  )
}
