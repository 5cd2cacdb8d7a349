import { counted } from '../../model/counted.ts'
import { harmless } from '../../model/harmless.ts'
import type { ReviewThread } from '../../model/review-thread.ts'
import { talkOf } from '../../model/talk.ts'
import { hardWrap } from '../text/hard-wrap.ts'
import type { Page } from '../text/page.ts'
import { shownCode } from '../text/shown-code.ts'
import { wrap } from '../text/wrap.ts'

const SIGNS = { open: '●', addressed: '◐', outdated: '○', resolved: '✓', draft: '✎' } as const

type Said = 'id' | 'kind' | 'anchor' | 'place' | 'round' | 'suggestion' | 'applied' | 'messages' | 'answers'

/** A thread as it is drawn; a draft stands where it would be one. */
export type DrawnThread = Pick<ReviewThread, Said> & { readonly state: ReviewThread['state'] | 'draft' }

/** As many of the lines of a thread as are told where they are not shown themselves. */
const MOST_QUOTED = 10

/** A thread that does not stand under its lines, with what they say. */
export function drawThreadApart(thread: DrawnThread, page: Page): string {
  const { anchor, place } = thread
  if (anchor === null || place === null) return drawThread(thread, page)
  const { quote } = anchor
  const more = quote.length - MOST_QUOTED
  return drawThread(thread, page, [
    'Of these lines:',
    ...quote.slice(0, MOST_QUOTED).flatMap((line) => code(line, page.width - BAR)),
    ...(more > 0 ? [`(and ${counted(more, 'more line')})`] : []),
  ])
}

/** A thread with all that was said, and what the agent did about it; above that, whatever else is to be told of it. */
export function drawThread(thread: DrawnThread, page: Page, above: readonly string[] = []): string {
  const { id, kind, state, anchor, place, suggestion, applied } = thread
  const stands = state === 'draft' ? 'your draft, not submitted' : state
  const head = `${SIGNS[state]} ${kind}, ${stands}  ${whereOf(thread)}  ${id}`
  const were = state === 'draft' ? `Written of round ${thread.round}, of:` : 'These lines are gone. They were:'
  const gone =
    anchor !== null && place === null ? [were, ...anchor.quote.flatMap((line) => code(line, page.width - BAR))] : []
  // What is suggested belongs to the words that the thread began with.
  const [first = [], ...rest] = talkOf(thread).map((said) => wordsOf(said, page.width - BAR - 2))
  const lines = [
    ...above,
    ...gone,
    ...first,
    ...(suggestion === null
      ? []
      : [
          'Suggested instead:',
          ...suggestion.split('\n').flatMap((line) => code(line, page.width - BAR - 2).map((part) => `  ${part}`)),
        ]),
    ...(applied === null ? [] : [`Applied by ${harmless(applied.by.id)} in ${applied.commit.slice(0, 10)}.`]),
    ...rest.flat(),
  ]
  const bar = page.paint('dim', '          │')
  return [
    `${bar} ${page.paint(state === 'resolved' ? 'dim' : 'bold', head)}`,
    ...lines.map((line) => `${bar} ${line}`),
  ].join('\n')
}

/** What the bar takes, with the space behind it. */
const BAR = 12
const NARROWEST_CODE = 20

/** A line of code, broken where the page ends and never cut. */
function code(line: string, width: number): readonly string[] {
  const [first = '', ...rest] = hardWrap(shownCode(line), Math.max(NARROWEST_CODE, width - 2))
  return [first, ...rest.map((part) => `↪ ${part}`)]
}

/** The same number is another line on the other side. */
function whereOf({ place, anchor }: DrawnThread): string {
  const at = place ?? anchor
  if (at === null) return 'on the whole'
  return `${harmless(at.path)}:${linesOf(at)}${anchor?.side === 'old' ? ' (old)' : ''}`
}

/** As `--at` takes them. */
function linesOf({ first, last }: Pick<NonNullable<DrawnThread['place']>, 'first' | 'last'>): string {
  return first === last ? String(first) : `${first}-${last}`
}

/** Who says something, and what, line by line as it was written. */
function wordsOf(said: ReturnType<typeof talkOf>[number], width: number): readonly string[] {
  const who = 'did' in said ? `agent: ${said.did}${fixedIn(said)}.` : `${harmless(said.by.id)}:`
  const [first = '', ...rest] = said.text.split(/\r?\n/).map(harmless)
  return [`${who} ${first}`, ...rest].flatMap((line) => wrap(line, width))
}

/** Where no commit is known to have done it, the round in which it was said. */
function fixedIn({ did, commit, round }: ReviewThread['answers'][number]): string {
  if (commit !== null) return ` in ${commit.slice(0, 10)}`
  return did === 'fixed' ? ` in round ${round}` : ''
}
