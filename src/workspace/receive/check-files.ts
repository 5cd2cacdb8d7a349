import { setImmediate } from 'node:timers/promises'
import type { Finding } from '../../review/finding.ts'
import { objectsToRead, reviewEntry } from '../../review/reviewed-tree.ts'
import { MOST_SEARCHED, secretFinding, secretInMessage } from '../../review/secret-finding.ts'
import { MODES, type TreeEntry } from '../../review/tree-entry.ts'
import { ObjectReader } from '../object-reader.ts'
import { Oid } from '../oid.ts'
import { type Repository, readCommit } from '../repository.ts'
import { NewEntries } from './new-entries.ts'
import { refused } from './push-rights.ts'
import type { Quarantine } from './quarantine.ts'

/** New commits in a quarantine. */
export interface NewCommits {
  readonly commits: readonly string[]
  readonly quarantine: Quarantine
}

const SHOWN = 10
const SLICE = 2_000

/** Refuses files that would deceive a reviewer or reach out of the tree, in any of the new commits and not only in the last. */
export async function checkFiles(repository: Repository, commits: NewCommits): Promise<void> {
  const reader = new ObjectReader((args) => repository.start(args, commits.quarantine.env))
  const found = await findAll(repository, commits, reader).finally(() => reader.close())
  if (found.length === 0) return
  const lines = found.slice(0, SHOWN).map(toLine)
  const more = found.length > SHOWN ? [`and ${found.length - SHOWN} more`] : []
  const then = 'Mend that in every new commit that has it (git rebase -i), and push again.'
  throw refused([`Some files can not be taken:`, ...lines, ...more, then].join('\n'))
}

async function findAll(repository: Repository, commits: NewCommits, reader: ObjectReader): Promise<readonly Finding[]> {
  const entries = await new NewEntries(reader).of(commits.commits)
  return [
    ...(await findingsIn(...(await withBytes(repository, entries, commits)))),
    ...(await secretsIn(reader, entries)),
    ...(await secretMessages(reader, commits.commits)),
  ]
}

/** What was pushed once is in the history for good, so a secret is refused wherever in the new commits it is. */
async function secretsIn(reader: ObjectReader, entries: readonly TreeEntry[]): Promise<readonly Finding[]> {
  const found: Finding[] = []
  const texts = entries.filter(({ mode }) => mode !== MODES.repository)
  for (const { path, object } of new Map(texts.map((entry) => [entry.object, entry])).values()) {
    const { size = 0 } = (await reader.info(object)) ?? {}
    const { bytes } = size > MOST_SEARCHED ? {} : ((await reader.contents(object)) ?? {})
    const secret = bytes && secretFinding(path, bytes)
    if (secret !== undefined) found.push(secret)
  }
  return found
}

async function secretMessages(reader: ObjectReader, commits: readonly string[]): Promise<readonly Finding[]> {
  const found: Finding[] = []
  for (const commit of commits) {
    const { bytes } = (await reader.contents(commit)) ?? {}
    const message = bytes && secretInMessage(readCommit(Oid.parse(commit), bytes.toString('utf8')).message)
    if (message) found.push({ code: 'literal_secret', path: `commit ${commit.slice(0, 10)}`, message, refused: true })
  }
  return found
}

/** In slices, so that a large push does not keep everybody else waiting. */
async function findingsIn(entries: readonly TreeEntry[], bytes: ReadonlyMap<string, Uint8Array>) {
  const found: Finding[] = []
  for (const [at, entry] of entries.entries()) {
    if (at % SLICE === SLICE - 1) await setImmediate()
    found.push(...reviewEntry(entry, bytes.get(entry.object)).filter(({ refused: isRefused }) => isRefused))
  }
  return found
}

function toLine({ path, message }: Finding): string {
  return `  ${path.slice(0, 200)}: ${message}`
}

/** The entries with their sizes, and the bytes of those that have to be read. */
async function withBytes(repository: Repository, entries: readonly TreeEntry[], { quarantine }: NewCommits) {
  const { env } = quarantine
  const wanted = [...objectsToRead(entries)]
  const sizes = new Map(wanted.length === 0 ? [] : await sizesOf(wanted))
  const sized = entries.map((entry) => {
    const size = sizes.get(entry.object)
    return size === undefined ? entry : { ...entry, size }
  })
  const bytes = new Map<string, Uint8Array>()
  for (const object of objectsToRead(sized))
    bytes.set(object, await repository.run(['cat-file', 'blob', object], { env }))
  return [sized, bytes] as const

  async function sizesOf(objects: readonly string[]) {
    const input = Buffer.from(objects.map((object) => `${object}\n`).join(''))
    const said = await repository.run(['cat-file', '--batch-check=%(objectname) %(objectsize)'], { input, env })
    return said
      .toString()
      .trim()
      .split('\n')
      .map((line) => {
        const [object = '', size = ''] = line.split(' ')
        return [object, Number(size)] as const
      })
  }
}
