import { counted } from '../../model/counted.ts'
import { harmless } from '../../model/harmless.ts'
import { rejectedText } from '../../model/rejected-text.ts'
import type { Page } from '../text/page.ts'
import { wrap } from '../text/wrap.ts'
import { draftThreads } from './draft-threads.ts'
import { drawDiff } from './draw-diff.ts'
import { drawThread } from './draw-thread.ts'
import { measure } from './measure.ts'
import type { ShownWork } from './work-of.ts'

/** All that changes, with what was said of it: whoever approves the names of work has had it before them. */
export function drawWork(work: ShownWork, page: Page): readonly string[] {
  const { view, round, diff } = work
  const { pull } = view
  const threads = [...view.threads, ...draftThreads(view)]
  const whole = threads.filter(({ anchor, state }) => anchor === null && state !== 'resolved')
  const shown = { round, newest: pull.round }
  const { returned = [] } = view.rounds.find(({ number }) => number === round) ?? {}
  return [
    `${page.paint('underline', 'What changes')}  ${page.paint('dim', `${measure(diff)}, in round ${round}`)}`,
    drawDiff(diff, { threads, shown, pull: pull.id, returned }, page),
    ...(whole.length === 0 ? [] : [whole.map((thread) => drawThread(thread, page)).join('\n')]),
    ...drawRejected(work, page),
    ...drawDrafts(work, page),
  ]
}

function drawRejected({ view: { rejected } }: ShownWork, page: Page): readonly string[] {
  if (rejected.length === 0) return []
  const lines = rejected.map((part) => `  ${harmless(rejectedText(part))}`)
  const then = '  Whoever rejected it takes that back by approving the whole; nobody else can approve it as it is.'
  return [[page.paint('underline', 'Rejected'), ...lines, then].join('\n')]
}

/** Nobody but their author has seen them, who may have forgotten them in another window. */
function drawDrafts({ view: { drafts } }: ShownWork, page: Page): readonly string[] {
  if (drafts.length === 0) return []
  const text = `! You have ${counted(drafts.length, 'draft')} here that you did not submit. What you wrote goes along with your approval, and the agent answers it before anything is merged.`
  return [
    wrap(text, page.width)
      .map((line) => page.paint('yellow', line))
      .join('\n'),
  ]
}
