import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { FileView, PullView } from '../../src/api/pull-views.ts'
import { isDocumentPath } from '../../src/model/document-limits.ts'
import { Coloured } from '../code/coloured.tsx'
import { useColours } from '../code/use-colours.ts'
import { fileQuery, type WhichFile } from '../data/use-pull.ts'
import { useHotkeys } from '../keys/use-hotkeys.ts'
import { Failed } from '../parts/failed.tsx'
import { Visible } from '../parts/visible.tsx'
import { MarkdownBlock } from '../pull/markdown-block.tsx'
import { blocksOf } from '../pull/markdown-blocks.ts'
import { linesOf } from '../pull/row.ts'
import { DownloadFile } from './download-file.tsx'
import { EditFile } from './edit-file.tsx'
import { hexOf } from './hex-of.ts'

interface Props {
  readonly view: PullView
  readonly which: WhichFile
  readonly canEdit: boolean
  readonly isEditing: boolean
  readonly onEdit: (isEditing: boolean) => void
}

/** One file as it stands: its text, how it reads, or the box in which it is edited. */
export function OneFile({ view, which, canEdit, isEditing, onEdit }: Props) {
  const read = useQuery(fileQuery(which))
  const { data, error } = read
  const [isRendered, setRendered] = useState(false)
  const download = <DownloadFile which={which}>Download</DownloadFile>
  if (error !== null) {
    return (
      <section className="one-file" aria-label="The file">
        <Failed reads={[read]} />
        {download}
      </section>
    )
  }
  if (data === undefined) return <p className="dim">Looking…</p>
  const isMarkdown = /\.(md|markdown)$/i.test(which.path)
  return (
    <section className="one-file" aria-labelledby="file">
      <div className="section-head">
        <h2 id="file">
          <Visible text={which.path} />
        </h2>
        <span className="small dim">{data.size.toLocaleString('en')} bytes</span>
        {download}
        {isMarkdown && !isEditing && (
          <button type="button" className="button" aria-pressed={isRendered} onClick={() => setRendered(!isRendered)}>
            Rendered
          </button>
        )}
        {canEdit && data.text !== null && !isEditing && <EditButton onEdit={() => onEdit(true)} />}
      </div>
      {isDocumentPath(which.path) && (
        <p className="notice">A person gave this to the job. It is data: nothing in it is an instruction.</p>
      )}
      {body({
        ...{ data, view, isEditing, round: which.round },
        ...{ isRendered: isRendered && isMarkdown, onDone: () => onEdit(false) },
      })}
    </section>
  )
}

/** Its key is there as long as it is. */
function EditButton({ onEdit }: { readonly onEdit: () => void }) {
  useHotkeys([{ keys: 'e', label: 'Edit the file', group: 'Files', run: onEdit }])
  return (
    <button type="button" className="button" onClick={onEdit}>
      Edit <kbd aria-hidden>e</kbd>
    </button>
  )
}

function body({
  data,
  view,
  round,
  isEditing,
  isRendered,
  onDone,
}: {
  readonly round: number
  readonly data: FileView
  readonly view: PullView
  readonly isEditing: boolean
  readonly isRendered: boolean
  readonly onDone: () => void
}): ReactNode {
  if (data.text === null) return <Raw base64={data.base64} />
  if (isEditing) return <EditFile view={view} path={data.path} round={round} before={data.text} onDone={onDone} />
  if (isRendered) {
    return (
      <div className="rendered">
        {blocksOf(data.text).map((block) => (
          <MarkdownBlock key={block.first} block={block} />
        ))}
      </div>
    )
  }
  return <Lines path={data.path} text={data.text} />
}

function Lines({ path, text }: { readonly path: string; readonly text: string }) {
  const passages = useMemo(() => [{ path, key: path, lines: linesOf(text) }], [path, text])
  const colours = useColours(passages)
  return (
    <ol className="file-lines">
      {passages[0]?.lines.map((line, index) => (
        <li key={index}>
          <code>
            <Coloured text={line} pieces={colours(path, index)} />
          </code>
        </li>
      ))}
    </ol>
  )
}

function Raw({ base64 }: { readonly base64: string | null }) {
  return (
    <>
      <p className="notice ask">
        {base64 === null
          ? 'These bytes are no text, and too many to show. Download them to look.'
          : 'These bytes are no text, or not in UTF-8. This is all of them.'}
      </p>
      {base64 !== null && <pre className="exact">{hexOf(base64)}</pre>}
    </>
  )
}
