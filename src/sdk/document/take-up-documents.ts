import { joinDocuments } from '../../engine/document/join-documents.ts'
import type { Workspaces } from '../../engine/ports.ts'
import { type Ports, runCommand } from '../../engine/run-command.ts'
import type { Document } from '../../model/document.ts'
import { AppError } from '../../model/errors.ts'
import type { Job } from '../../model/job.ts'
import { documentChanges, documentsMessage } from './document-changes.ts'
import { pendingDocuments } from './pending-documents.ts'

/** More than ever lose a race by chance. */
const MAX_RACES = 10

/** Puts what people gave since on the branch that the agent works on, each person's in a commit of theirs. */
export async function takeUpDocuments(
  ports: Ports & { readonly workspaces: Workspaces },
  job: Job,
  branch: string,
): Promise<void> {
  const pending = await pendingDocuments(ports, job.id)
  for (const [by, documents] of Map.groupBy(pending, (one) => one.by)) {
    await commit(ports, { job, branch, by, documents })
    const joined = documents.map(({ name, commit: at }) => ({ name, commit: at }))
    await runCommand(ports, joinDocuments, { job: job.id, by: { kind: 'agent', id: job.agent }, branch, joined })
  }
}

interface Given {
  readonly job: Job
  readonly branch: string
  readonly by: string
  readonly documents: readonly Document[]
}

/** On top of whatever stands there. Done again after a crash, nothing is left to change. */
async function commit(
  { workspaces, store }: Ports & { readonly workspaces: Workspaces },
  { job, branch, by, documents }: Given,
): Promise<void> {
  const changes = await documentChanges(workspaces, job.id, documents)
  const words = { message: documentsMessage(documents), by: { kind: 'person', id: by } as const, at: store.now() }
  for (let race = 1; ; race++) {
    const on = (await workspaces.head(job.id, branch)) ?? ''
    try {
      await workspaces.commit(job.id, { branch, on, changes, ...words })
      return
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'head_moved' || race === MAX_RACES) throw error
    }
  }
}
