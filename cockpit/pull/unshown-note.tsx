import { Link } from '@tanstack/react-router'
import type { PullId } from '../../src/model/ids.ts'
import { MOST_RAW_BYTES } from '../../src/model/unshown-words.ts'
import { sidesText, UNSHOWN_TEXTS } from '../../src/review/unshown-text.ts'
import { DownloadFile } from '../files/download-file.tsx'
import type { ShownFile } from './row.ts'

/** Which round of which pull request is looked at, and with what it is compared. */
export interface Where {
  readonly pull: PullId
  readonly round: number
  /** The round that it is compared with, instead of the base. */
  readonly since?: number | undefined
}

interface Props {
  readonly file: ShownFile
  readonly where: Where
  /** Somebody has had all of it. */
  readonly onHad: (file: ShownFile) => void
}

/** Stands for what the lines of a file do not show, and gives it whole. */
export function UnshownNote({ file, where, onHad }: Props) {
  if (file.unshown === undefined) return null
  const had = () => onHad(file)
  const [before, after] = sidesText(file)
  return (
    <div className="notice ask file-note unshown">
      <p>
        {UNSHOWN_TEXTS[file.unshown]} Look at it whole before you approve.
        <br />
        <span className="mono small">{before}</span>
        <br />
        <span className="mono small">{after}</span>
      </p>
      <span className="unshown-tools">
        {isShownRaw(file) && (
          <Link
            className="button quiet"
            to="/pulls/$pull/files"
            params={{ pull: where.pull }}
            search={{ path: file.path, round: where.round }}
            onClick={had}
          >
            Raw view
          </Link>
        )}
        {file.new !== null && (
          <DownloadFile which={{ pull: where.pull, path: file.path, round: where.round }} onHad={had}>
            Download
          </DownloadFile>
        )}
        {file.old !== null && (
          <DownloadFile which={oldOf(file.old.path, where)} onHad={file.new === null ? had : undefined}>
            Download what it was
          </DownloadFile>
        )}
      </span>
    </div>
  )
}

/** More bytes than that the raw view does not show either, unless they are text. */
function isShownRaw({ new: now, unshown }: ShownFile): boolean {
  return now !== null && (unshown === 'cut' || (now.size ?? 0) <= MOST_RAW_BYTES)
}

function oldOf(path: string, { pull, round, since }: Where) {
  return since === undefined ? ({ pull, path, round, side: 'old' } as const) : { pull, path, round: since }
}
