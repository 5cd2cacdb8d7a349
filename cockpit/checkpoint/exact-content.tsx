import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { ContentView } from '../parts/content-view.tsx'
import { ChangedSince } from './changed-since.tsx'
import { EditArgs } from './edit-args.tsx'

/** What would run or pass, complete; above it what a later revision changed, or the edit while there is one. */
export function ExactContent({
  checkpoint: { id, revision, content },
  edited,
  onEdit,
}: {
  readonly checkpoint: Checkpoint
  /** The arguments as they are being typed; undefined while nobody edits. */
  readonly edited: string | undefined
  readonly onEdit: (args: string) => void
}) {
  return (
    <section aria-labelledby="content">
      <h2 id="content">{content.tool === undefined ? 'Exactly this' : 'Exactly this would run'}</h2>
      {edited !== undefined && content.args !== undefined && (
        <EditArgs before={content.args} text={edited} onChange={onEdit} />
      )}
      {edited === undefined && <ChangedSince id={id} revision={revision} content={content} />}
      <ContentView content={content} />
    </section>
  )
}
