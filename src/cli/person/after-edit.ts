import type { CheckpointView, Desk } from '../../compose.ts'
import type { Page } from '../text/page.ts'
import { wrap } from '../text/wrap.ts'
import { wayOut } from './way-out.ts'
import { listed } from './who-is-next.ts'

/** What an edit leads to: whoever writes something can't be the one to approve it, where duties are separated. */
interface AfterEdit {
  readonly text: string
  /** Nobody else is there to approve it, so that it would wait for good. */
  readonly isTrap: boolean
}

/** Who would have to approve what this person writes; undefined where they do it themselves. */
export async function afterEdit(desk: Desk, { approvers, checkpoint }: CheckpointView): Promise<AfterEdit | undefined> {
  if (await desk.isSolo()) return undefined
  const { id: me } = await desk.me()
  const others = approvers.filter((person) => person !== me)
  if (others.length > 0) {
    return { text: `Once you have edited it, somebody else has to approve it: ${listed(others)}.`, isTrap: false }
  }
  return {
    text: `${TRAP} ${wayOut(checkpoint.terms)} If you work alone, say so first: leeway login --solo`,
    isTrap: true,
  }
}

/** A paragraph of its own, above the question; empty where there is nothing to say. */
export function drawAfterEdit(after: AfterEdit | undefined, page: Page): string {
  if (after === undefined) return ''
  const [first = '', ...rest] = wrap(page.spell(after.text), page.width - 2)
  const lines = [`! ${first}`, ...rest.map((line) => `  ${line}`)]
  return `${lines.map((line) => page.paint('yellow', line)).join('\n')}\n\n`
}

const TRAP = 'Once you have edited it, somebody else has to approve it, and nobody else may: it would wait.'
