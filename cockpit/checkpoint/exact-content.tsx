import type { Content } from '../../src/model/content.ts'
import { ContentView } from '../parts/content-view.tsx'
import { EditArgs } from './edit-args.tsx'

/** What would run or pass, complete; and above it the edit, while there is one. */
export function ExactContent({
  content,
  edited,
  onEdit,
}: {
  readonly content: Content
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
      <ContentView content={content} />
    </section>
  )
}
