import { loadJob } from '../../engine/job-state.ts'
import { Reader } from '../../engine/reader.ts'
import type { FileChanges } from '../../engine/workspaces.ts'
import { AppError } from '../../model/errors.ts'
import type { Job } from '../../model/job.ts'
import type { Phase, Pull } from '../../model/pull.ts'
import { TODOS_FILE, type TodoList } from '../../model/todo-list.ts'
import { branchName } from '../../review/branch-name.ts'
import type { Context } from '../context.ts'
import { FOLDERS } from './path-in.ts'
import { goOn, isSamePhase } from './todos.ts'
import { readTodos, todosText } from './todos-file.ts'
import type { ToolNote } from './tool-note.ts'
import { isToolPage, toolPages } from './tool-pages.ts'
import { WORKSPACE_FILE, withFreedom, workspaceText } from './workspace-page.ts'

/** A branch that a phase begins on. */
export interface Begun {
  readonly phase: Phase
  readonly branch: string
  readonly head: string
  /** What the program says it uses. */
  readonly tools: readonly ToolNote[]
}

type Files = Pick<Reading, 'text' | 'paths'>

/** Writes what the agent and its reviewers find on every branch: how free the job is, its tools, and what earlier phases left. */
export async function beginBranch(context: Context, job: Job, begun: Begun): Promise<void> {
  const { branch, head } = begun
  const files = await Reading.open(context, job, head)
  const changes: FileChanges = {
    ...(await freedomAndTools(context, job, { files, tools: begun.tools })),
    ...(await leftByEarlier(context, job, { files, phase: begun.phase })),
  }
  const message = files.paths.has(WORKSPACE_FILE) ? `Begin ${branch}` : 'Introduce the job'
  await commit(context, job, { branch, head, changes, message })
}

async function commit(
  { workspaces, store }: Context,
  job: Job,
  { branch, head: on, changes, message }: Pick<Begun, 'branch' | 'head'> & { changes: FileChanges; message: string },
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  const by = { kind: 'agent', id: job.agent } as const
  await workspaces.commit(job.id, { branch, on, changes, message, by, at: store.now() })
}

/** The files of one commit. */
class Reading {
  readonly paths: ReadonlySet<string>
  readonly #read: (path: string) => Promise<Uint8Array | undefined>

  private constructor(paths: readonly string[], read: (path: string) => Promise<Uint8Array | undefined>) {
    this.paths = new Set(paths)
    this.#read = read
  }

  static async open({ workspaces }: Context, { id }: Job, commit: string): Promise<Reading> {
    return new Reading(await workspaces.list(id, commit), (path) => workspaces.read(id, commit, path))
  }

  async text(path: string): Promise<string | undefined> {
    const bytes = this.paths.has(path) ? await this.#read(path) : undefined
    return bytes && new TextDecoder().decode(bytes)
  }
}

/** What holds at this moment may not be what held when the last branch began. */
async function freedomAndTools(
  { store, policies, workplace }: Context,
  job: Job,
  { files, tools }: { readonly files: Files; readonly tools: readonly ToolNote[] },
): Promise<FileChanges> {
  const { policy } = await loadJob(new Reader(store), job.id, policies)
  const freedom = { policy: policy.policy, digest: policy.digest, catalog: workplace.catalog }
  const before = await files.text(WORKSPACE_FILE)
  const text = before === undefined ? workspaceText(job, freedom) : withFreedom(before, freedom)
  const changes: Record<string, string | null> = text === before ? {} : { [WORKSPACE_FILE]: text }
  const pages = toolPages(tools, policy)
  for (const [path, page] of pages) if ((await files.text(path)) !== page) changes[path] = page
  for (const path of files.paths) {
    const isGone = path.startsWith(`${FOLDERS.tools}/`) && !pages.has(path)
    if (isGone && isToolPage((await files.text(path)) ?? '')) changes[path] = null
  }
  return changes
}

/** The retrospectives of phases that were merged, and what is left to do of a list that was an earlier phase's. */
async function leftByEarlier(
  { store }: Context,
  job: Job,
  { files, phase }: { readonly files: Files; readonly phase: Phase },
): Promise<FileChanges> {
  const found = await store.find({ table: 'pulls', index: 'by_job', equals: [job.id], limit: 1000 })
  const merged = found.map(({ row }) => row).filter(({ status }) => status === 'merged')
  const changes: Record<string, string> = {}
  for (const pull of merged) {
    const path = `${FOLDERS.archive}/${pull.branch}/retrospective.md`
    if (pull.description.trim() !== '' && !files.paths.has(path)) changes[path] = retrospective(pull)
  }
  const list = await readable(await files.text(TODOS_FILE))
  if (list === undefined || !isEarlier(list.phase, phase)) return changes
  const entry = merged.findLast((pull) => isSamePhase(pull.phase, list.phase))?.entry ?? 1
  return {
    ...changes,
    [`${FOLDERS.archive}/${branchName({ ...list.phase, entry })}/${TODOS_FILE}`]: await todosText(list),
    [TODOS_FILE]: await todosText(goOn(list, phase)),
  }
}

/** What a finished phase says of itself: the agent's own words, and as what they were merged. */
function retrospective({ title, description, commit, ended_at, merge }: Pull): string {
  const reviewers = merge?.reviewers ?? []
  const by = reviewers.length === 0 ? '' : `, reviewed by ${reviewers.join(', ')}`
  return `# ${title}\n\n${description.trim()}\n\nMerged as ${commit?.slice(0, 12)} at ${ended_at}${by}.\n`
}

/** A list that nobody can read is left for the agent, which is told what is wrong with it when it reads it. */
async function readable(text: string | undefined): Promise<TodoList | undefined> {
  try {
    return text === undefined ? undefined : await readTodos(new TextEncoder().encode(text))
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** A list for this phase, or for one that comes, is not over. */
function isEarlier(of: Phase, than: Phase): boolean {
  return of.number <= than.number && !isSamePhase(of, than)
}
