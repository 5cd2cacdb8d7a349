import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { errorText } from '../data/error-text.ts'
import { type Compared, fileQuery, type WhichFile } from '../data/use-pull.ts'
import { say } from '../parts/toasts.tsx'
import { useNarrow } from '../parts/use-narrow.ts'
import { type Folds, withFold } from './folds.ts'
import { hunkKey, type ShownFile } from './row.ts'

type Texts = ReadonlyMap<string, string>
interface Sides {
  readonly old: string
  readonly new: string
}

type Rendered = ReadonlyMap<string, Sides>

/** How files are shown, as far as somebody has chosen it. */
export interface Looking {
  /** True or false where somebody said so. */
  readonly folds: Folds
  /** Whether one file is open at a time. */
  readonly isNarrow: boolean
  readonly texts: Texts
  readonly rendered: Rendered
  /** Hunks that were accepted before and are shown all the same, by their rows. */
  readonly opened: ReadonlySet<string>
  readonly fold: (path: string, isFolded: boolean) => void
  /** Shows a hunk that was accepted before, or puts it out of the way again. */
  readonly open: (row: string, isOpen: boolean) => void
  /** Shows every line of the changes of a file. */
  readonly unfold: (file: ShownFile) => void
  /** Shows every line of a file, or only those around its changes. */
  readonly expand: (file: ShownFile) => void
  /** Shows a file as it reads, or its lines. */
  readonly render: (file: ShownFile) => void
  /** Shows all of these that can be read so as they read, and every other by its lines. */
  readonly renderAll: (files: readonly ShownFile[]) => void
}

/** Which files are folded, complete or rendered. */
export function useLook(pull: WhichFile['pull'], { round, since }: Compared): Looking {
  const client = useQueryClient()
  const isNarrow = useNarrow()
  const [folds, setFolds] = useState<Folds>(new Map())
  const [texts, setTexts] = useState<Texts>(new Map())
  const [rendered, setRendered] = useState<Rendered>(new Map())
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const turn = useRef(0)
  return useMemo(() => {
    const { textOf, sidesOf } = readerOf(client, pull, { round, since })
    const fold = (path: string, isFolded: boolean) =>
      setFolds((before) => withFold(before, { path, isFolded }, isNarrow))
    const shown = (file: ShownFile) => fold(file.path, false)
    const open = (row: string, isOpen: boolean) =>
      setOpened((before) => (isOpen ? new Set(before).add(row) : new Set([...before].filter((one) => one !== row))))
    return {
      ...{ folds, isNarrow, texts, rendered, opened, fold, open },
      unfold: (file) => {
        shown(file)
        for (const hunk of file.hunks) open(hunkKey(file, hunk), true)
      },
      expand: (file) => {
        shown(file)
        if (file.new !== null) toggle(file.path, setTexts, () => textOf(file.new ?? file, 'new'))
      },
      render: (file) => {
        shown(file)
        toggle(file.path, setRendered, () => sidesOf(file))
      },
      renderAll: (files) => {
        turn.current += 1
        const mine = turn.current
        setRendered((before) => (before.size === 0 ? before : new Map()))
        // What comes when another view was chosen comes too late.
        const put = (path: string, got: Sides) =>
          mine === turn.current && setRendered((now) => new Map(now).set(path, got))
        for (const file of files.filter(isReadable)) sidesOf(file).then((got) => put(file.path, got), wrong)
      },
    }
  }, [client, pull, round, since, folds, isNarrow, texts, rendered, opened])
}

/** Reads whole files of what is compared. Between two rounds, what was is the earlier round and not the base. */
function readerOf(client: QueryClient, pull: WhichFile['pull'], { round, since }: Compared) {
  const was = since === undefined ? ({ round, side: 'old' } as const) : ({ round: since, side: 'new' } as const)
  const sides = { old: was, new: { round, side: 'new' } } as const
  const textOf = async ({ path }: { readonly path: string }, side: 'old' | 'new') =>
    (await client.fetchQuery(fileQuery({ pull, path, ...sides[side] }))).text ?? ''
  const sidesOf = async (file: ShownFile): Promise<Sides> => ({
    old: file.old === null ? '' : await textOf(file.old, 'old'),
    new: file.new === null ? '' : await textOf(file.new, 'new'),
  })
  return { textOf, sidesOf }
}

function wrong(error: unknown): void {
  say('deny', errorText(error))
}

/** Shows what was not shown, once it is read, and the other way round. */
function toggle<Value>(path: string, set: (next: Change<Value>) => void, value: () => Promise<Value>): void {
  set((before) => {
    if (before.has(path)) return without(before, path)
    value().then((got) => set((now) => new Map(now).set(path, got)), wrong)
    return before
  })
}

/** Whether a file is Markdown, which can be shown as it reads. */
export function isReadable({ path, binary, new: now }: ShownFile): boolean {
  return !binary && now !== null && /\.(md|markdown)$/i.test(path)
}

type Change<Value> = (before: ReadonlyMap<string, Value>) => ReadonlyMap<string, Value>

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  const after = new Map(map)
  after.delete(key)
  return after
}
