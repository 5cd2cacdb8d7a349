import { useCallback, useMemo } from 'react'
import type { FileVerdict } from '../../src/model/review-thread.ts'
import type { Reply } from '../../src/model/unsent-review.ts'
import { fileOf } from '../../src/review/where-shown.ts'
import { commentingOn } from './commenting-on.ts'
import type { GoTo } from './diff-list.tsx'
import { foldedOf } from './folds.ts'
import { isUntouched } from './is-untouched.ts'
import { judgeWith } from './judge-with.ts'
import type { ReviewProps } from './review-props.ts'
import type { ShownFile } from './row.ts'
import type { RowWorld } from './row-view.tsx'
import { type Look, rowsOf } from './rows-of.ts'
import {
  countReturned,
  hunkVerdict,
  keptVerdict,
  noOf,
  partVerdict,
  rejectsPartOf,
  returnedIn,
  type Standing,
  standingOf,
  whatReturned,
} from './standing.ts'
import { talkingOf } from './talking-of.ts'
import { withReply } from './unsent.ts'
import { useDiffColours } from './use-diff-colours.ts'
import { type Drafting, useDrafting } from './use-drafting.ts'
import { useFind } from './use-find.ts'
import { useGoing } from './use-going.ts'
import { type LineCursor, useLineCursor } from './use-line-cursor.ts'
import { useLineLink } from './use-line-link.ts'
import { type Looking, useLook } from './use-look.ts'
import { type Marking, useMarking } from './use-marking.ts'
import { useMovedDrafts } from './use-moved-drafts.ts'
import { useOpening } from './use-opening.ts'
import { usePullActs } from './use-pull-acts.ts'
import { usePullKeys } from './use-pull-keys.ts'
import { useSentVerdicts } from './use-sent-verdicts.ts'
import { useUnopened } from './use-unopened.ts'
import type { UnsentWords } from './use-unsent.ts'

/** Puts together what a review shows and does. */
export function useReview(given: ReviewProps, unsent: UnsentWords, goTo: GoTo) {
  const { marks, mark } = useMarking(given.view.pull.id, given.view.marks)
  const props = { ...given, view: { ...given.view, marks } }
  const { view, files, compared, canWrite, newest, isSplit } = props
  const where = { pull: view.pull.id, ...compared }
  const looking = useLook(view.pull.id, compared)
  const cursor = useLineCursor()
  const drafting = useDrafting(unsent, { round: compared.round, canSend: canWrite })
  useMovedDrafts(view.pull.id, isCurrentRound(props) ? newest : null, unsent)
  const acts = usePullActs(view)
  const verdicts = useSentVerdicts(view, unsent.verdicts)
  const standings = useStandings(props, verdicts)
  const { rows, unfolded, paperRows } = useShownRows(props, { unsent, looking, standings })
  const colours = useDiffColours(files, looking.texts)
  useLineLink({ files, rows, looking, cursor, goTo, link: props.link, onLines: props.onLines })
  const commenting = commentingOn({ canWrite, cursor, drafting, looking, since: compared.since })
  const elsewhere = view.threads.filter((thread) => fileOf(files, thread) === undefined)
  const go = useGoing(rows, cursor, goTo)
  const judging = judgingOf(props, { unsent, looking, standings, go, mark })
  const see = useCallback((key: string) => goTo(key, true), [goTo])
  const find = useFind(files, rows, { unfold: looking.unfold, see, go })
  useOpening(props, { looking, go })
  const onTalk = talkingOf({ elsewhere, drafts: unsent.drafts, unfolded, cursor, looking, go })
  const { onComment, onStretch } = commenting
  usePullKeys({ where, rows, cursor, goTo, ...judging.keys, onComment, onStretch, onTalk })
  const isNewest = compared.round === newest && compared.since === undefined
  const around = {
    ...{ agent: view.pull.agent, acts, canTalk: canWrite, applying: props.ticked.threads },
    onApply: isNewest && !props.isOutdated ? props.ticked.tick : null,
    replies: unsent.replies,
    onReply: (thread: string, reply: Reply | null) =>
      unsent.change(({ replies }) => ({ replies: withReply(replies, thread, reply) })),
  }
  const world: RowWorld = {
    ...{ isSplit, where, cursor, looking, standings, drafting, around, colours, foundKey: find.row },
    verdictOn: verdictsOf(props, verdicts),
    isReturned: whatReturned(view.rounds.find(({ number }) => number === compared.round)),
    canDecide: canWrite && isCurrentRound(props),
    canJudgeHunks: canWrite && isCurrentRound(props) && compared.since === undefined,
    fileActs: judging.acts,
    lineActs: commenting.lineActs,
    onBlock: commenting.onBlock,
  }
  const pinned = usePinned(rows, drafting, cursor)
  const unopened = useUnopened(rows, files, looking.isNarrow).filter(({ path }) => !isDone(standings.get(path)))
  const returned = isCurrentRound(props) ? returnedIn(view, verdicts) : []
  const going = waysTo(props, { looking, go })
  return { view, rows, paperRows, world, find, pinned, elsewhere, acts, verdicts, ...going, unopened, returned }
}

interface Ways {
  readonly looking: Looking
  readonly go: ReturnType<typeof useGoing>
}

/** The ways to what is named beside the changes. */
function waysTo(props: ReviewProps, ways: Ways) {
  return {
    onUnseen: goingToUnseen(props, ways),
    onFile: goingToFile(ways),
    onReturned: goingToPart(props, ways),
  }
}

/** What this reviewer thinks of a hunk: first what is not sent yet. */
function verdictsOf({ view, me, compared }: ReviewProps, verdicts: readonly FileVerdict[]): RowWorld['verdictOn'] {
  const isMine = compared.round <= view.marks.reviewed
  return ({ file, hunk, isSettled }) =>
    partVerdict(
      { path: file.path, hunk: hunk.hash },
      verdicts,
      keptVerdict(hunkVerdict(file.path, hunk.hash, view.marks.verdicts), { isSettled, isMine }) ??
        noOf(me?.id, view.rejected, { file, hunk: hunk.hash }),
    )
}

/** Where one file is open at a time, whoever goes to another wants to see that. */
function goingToFile({ looking, go }: Ways) {
  return ({ path }: Pick<ShownFile, 'path'>) => {
    if (looking.isNarrow) looking.fold(path, false)
    go(`file ${path}`)
  }
}

/** Goes to a file that the lines do not show in full. Between two rounds there are only the files that changed since. */
function goingToUnseen({ files, onWhole }: ReviewProps, { looking, go }: Ways) {
  return (path: string) => {
    if (!files.some((file) => file.path === path)) onWhole()
    looking.fold(path, false)
    go(`file ${path}`)
  }
}

/** Goes to a part that somebody has rejected, wherever it is shown. */
function goingToPart({ files, onWhole }: ReviewProps, { looking, go }: Ways) {
  return ({ path, hunk }: Pick<FileVerdict, 'path' | 'hunk'>) => {
    const file = files.find((one) => one.path === path)
    if (file === undefined || (hunk !== null && file.hunks.every(({ hash }) => hash !== hunk))) onWhole()
    looking.fold(path, false)
    // As it reads, a file has no hunks.
    go(hunk === null || looking.rendered.has(path) ? `file ${path}` : { path, hunk })
  }
}

function isCurrentRound({ compared, newest, isOutdated }: ReviewProps): boolean {
  return compared.round === newest && !isOutdated
}

/** Rows that must stay drawn: those that are being written in, and where the keyboard is. */
function usePinned(rows: ReturnType<typeof rowsOf>, { open }: Drafting, { key }: LineCursor): ReadonlySet<string> {
  return useMemo(() => {
    const writing = rows.filter((row) => row.is === 'draft' && open.has(row.draft.id)).map((row) => row.key)
    return new Set(key === null ? writing : [...writing, key])
  }, [rows, open, key])
}

function useStandings(
  { view, me, files, compared: { round } }: ReviewProps,
  unsent: readonly FileVerdict[],
): ReadonlyMap<string, Standing> {
  return useMemo(() => {
    const returned = countReturned(view.rounds.find(({ number }) => number === round))
    const comments = new Map<ShownFile, number>()
    for (const thread of view.threads) {
      const file = fileOf(files, thread)
      if (file !== undefined) comments.set(file, (comments.get(file) ?? 0) + 1)
    }
    return new Map(
      files.map((file) => {
        const { viewed, verdict: given } = standingOf(file, view.marks, unsent)
        const verdict = given ?? noOf(me?.id, view.rejected, { file, hunk: null })
        // A file is not accepted as long as its reader rejects a part of it.
        const isOnlyPart =
          verdict?.verdict === 'accepted' && rejectsPartOf(file.path, { me: me?.id, rejected: view.rejected, unsent })
        const counts = { comments: comments.get(file) ?? 0, returned: returned.get(file.path) ?? 0 }
        return [file.path, { viewed, verdict: isOnlyPart ? undefined : verdict, ...counts }]
      }),
    )
  }, [view.threads, view.marks, view.rejected, view.rounds, round, me?.id, files, unsent])
}

/** Whether somebody has said that they are through with a file. */
function isDone({ viewed, verdict }: Partial<Standing> = {}): boolean {
  return viewed === 'yes' || verdict?.verdict === 'accepted'
}

interface Parts {
  readonly unsent: UnsentWords
  readonly looking: Looking
  readonly standings: ReadonlyMap<string, Standing>
}

function useShownRows(
  { view, files, compared, newest, isSplit, sinceMine }: ReviewProps,
  { unsent, looking, standings }: Parts,
) {
  const { threads, marks } = view
  const { folds, isNarrow, texts, rendered, opened } = looking
  const { drafts } = unsent
  const { round, since } = compared
  return useMemo(() => {
    const look: Look = {
      ...{ isSplit, round, since, newest, texts, rendered, opened, threads, drafts },
      isFolded: foldedOf(files, folds, { isDone: ({ path }) => isDone(standings.get(path)), isNarrow }),
      isSettled: ({ path }, hunk) =>
        sinceMine !== null &&
        hunkVerdict(path, hunk.hash, marks.verdicts)?.verdict === 'accepted' &&
        isUntouched(hunk, sinceMine.get(path)),
    }
    const unfold: Look = { ...look, isFolded: () => false }
    return {
      rows: rowsOf(files, look),
      unfolded: () => rowsOf(files, unfold),
      paperRows: () => rowsOf(files, { ...unfold, isSettled: () => false }),
    }
  }, [
    files,
    isSplit,
    round,
    since,
    newest,
    texts,
    rendered,
    opened,
    threads,
    drafts,
    folds,
    isNarrow,
    standings,
    marks,
    sinceMine,
  ])
}

/** Marks and verdicts of files. */
function judgingOf(
  { view, me, files, canWrite }: ReviewProps,
  { unsent, looking, standings, go, mark }: Parts & Pick<Marking, 'mark'> & { readonly go: (key: string) => void },
) {
  const onViewed = (file: ShownFile, isViewed: boolean) => {
    mark(file, isViewed)
    looking.fold(file.path, isViewed)
  }
  const onVerdict = judgeWith({ view, me, files, unsent })
  const viewAndNext = (file: ShownFile) => {
    onViewed(file, true)
    const at = files.indexOf(file)
    const others = [...files.slice(at + 1), ...files.slice(0, Math.max(0, at))]
    const next = others.find(({ path }) => standings.get(path)?.viewed !== 'yes')
    // Only once this file is folded: where the next one stands follows from that.
    if (next !== undefined) go(`file ${next.path}`)
  }
  return {
    acts: {
      onViewed,
      onVerdict,
      onFold: (file: ShownFile, isFolded: boolean) => looking.fold(file.path, isFolded),
      // It stays unfolded: nobody has said that they are done with it.
      onHad: (file: ShownFile) => {
        mark(file, true)
        looking.fold(file.path, false)
      },
      onExpand: looking.expand,
      onRender: looking.render,
    },
    keys: {
      onViewed: viewAndNext,
      onAccept: (file: ShownFile) => {
        if (!canWrite || file.hash === '') return
        onVerdict({ path: file.path, file: file.hash, hunk: null, verdict: 'accepted', reason: '' })
      },
    },
  }
}
