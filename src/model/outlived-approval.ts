import type { Checkpoint } from './checkpoint.ts'
import type { Pull } from './pull.ts'

/** What is said of such an approval. */
export const OUTLIVED = 'What was approved is not what stands there by now, and the agent brings it anew.'

/** Whether an approval was given to something else than the newest round: somebody has pushed since, and nothing is merged in its name. */
export function isOutlived(
  { base, head, tree, merge }: Pick<Pull, 'base' | 'head' | 'tree' | 'merge'>,
  { status, content }: Pick<Checkpoint, 'status' | 'content'>,
): boolean {
  if (status !== 'approved' || merge !== null) return false
  const approved = content.deliverable as { readonly head: string } | undefined
  return content.base_commit !== base || content.tree !== tree || approved?.head !== head
}
