import { type ReactNode, useRef, useState } from 'react'
import type { JobId } from '../../src/model/ids.ts'
import { Visible } from '../parts/visible.tsx'
import { DropPlace } from './drop-place.tsx'
import { REPLACE, useGiving } from './use-giving.ts'

/** A button that gives documents, and a place to drop them. */
export function GiveDocuments({ job, children }: { readonly job: JobId; readonly children: ReactNode }) {
  const { isBusy, said, wrong, give } = useGiving(job)
  const [replace, setReplace] = useState(false)
  return (
    <DropPlace onFiles={(files) => give(files, replace)}>
      {children}
      <div className="thread-foot">
        <PickFiles isBusy={isBusy} onFiles={(files) => give(files, replace)} />
        <label className="check">
          <input type="checkbox" checked={replace} onChange={(event) => setReplace(event.target.checked)} />
          {REPLACE}
        </label>
        <span className="small dim">Or drop files here, 5 MB each at most.</span>
      </div>
      <p role="status" className="small">
        <Visible text={said} />
      </p>
      {wrong !== undefined && (
        <p role="alert" className="notice deny">
          <Visible text={wrong} />
        </p>
      )}
    </DropPlace>
  )
}

function PickFiles({
  isBusy,
  onFiles,
}: {
  readonly isBusy: boolean
  readonly onFiles: (files: readonly File[]) => void
}) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className="button"
        aria-disabled={isBusy}
        onClick={() => !isBusy && picker.current?.click()}
      >
        {isBusy ? 'Giving…' : 'Give documents…'}
      </button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Documents to give"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // So that the same file can be chosen again once it was mended.
          target.value = ''
        }}
      />
    </>
  )
}
