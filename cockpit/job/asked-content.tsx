import type { Content } from '../../src/model/content.ts'
import { ContentView } from '../parts/content-view.tsx'
import { Folded } from '../parts/folded.tsx'

/** What was asked, folded: what the call is given, or what was handed in or asked at a gate. All of it when it is opened. */
export function AskedContent({ content }: { readonly content: Content }) {
  const { args, deliverable, gate } = content
  return (
    <Folded name={nameOf(content)} value={args ?? deliverable ?? gate ?? content}>
      {() => <ContentView content={content} />}
    </Folded>
  )
}

function nameOf({ args, deliverable }: Content): string {
  if (args !== undefined) return 'Arguments'
  return deliverable === undefined ? 'What was asked' : 'Deliverable'
}
