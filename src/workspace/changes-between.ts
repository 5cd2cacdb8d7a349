import { unquotePath } from '../review/unquote-path.ts'
import type { EntryWrite } from './import-commit.ts'
import type { Oid } from './oid.ts'
import type { Repository } from './repository.ts'

/** Two trees. */
interface Pair {
  readonly from: Oid
  readonly to: Oid
}

/** What git writes of one file that differs. */
const RAW = /^:\d{6} (\d{6}) [0-9a-f]{40} ([0-9a-f]{40}) [A-Z]\t(.+)$/s
const END = 'end'

/** Every file that differs between two trees, as it is in the second. Nothing where git could not open a folder, or had too much to say. */
export async function changesBetween(repository: Repository, pair: Pair): Promise<readonly EntryWrite[] | undefined> {
  return (await changesBetweenAll(repository, [pair]))?.[0]
}

/** The same of several pairs, asked at once. */
export async function changesBetweenAll(
  repository: Repository,
  pairs: readonly Pair[],
): Promise<readonly (readonly EntryWrite[])[] | undefined> {
  const names = pairs.map(({ from, to }) => `${from} ${to}`)
  // A line that names no trees is written back as it came, when all before it is answered.
  const answered = await repository.differ.ask([Buffer.from(`${[...names, END].join('\n')}\n`)], { line: END })
  if (!answered.ok) return undefined
  const parts: EntryWrite[][] = []
  for (const line of answered.lines) {
    // Before the files of each pair stand its names, in the order of the questions.
    if (line === names[parts.length]) parts.push([])
    else if (!take(line, parts.at(-1))) return undefined
  }
  return parts.length === pairs.length ? parts : undefined
}

function take(line: string, into: EntryWrite[] | undefined): boolean {
  const [, mode = '', object = '', written = ''] = RAW.exec(line) ?? []
  if (mode === '' || into === undefined) return false
  into.push({ path: unquotePath(written), to: mode === '000000' ? null : { mode, object } })
  return true
}
