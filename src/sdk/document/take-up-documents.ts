import { joinDocuments } from '../../engine/document/join-documents.ts'
import { sendDocuments } from '../../engine/document/send-documents.ts'
import type { Workspaces } from '../../engine/ports.ts'
import { type Ports, runCommand } from '../../engine/run-command.ts'
import type { Document } from '../../model/document.ts'
import { AppError } from '../../model/errors.ts'
import type { Job } from '../../model/job.ts'
import { documentsMessage } from './document-changes.ts'
import { pendingDocuments } from './pending-documents.ts'
import { placeDocuments, standingAt } from './place-documents.ts'

/** More than ever lose a race by chance. */
const MAX_RACES = 10

type With = Ports & { readonly workspaces: Workspaces }

/** Puts what people gave since on the branch that the agent works on, each person's in a commit of theirs. */
export async function takeUpDocuments(ports: With, job: Job, branch: string): Promise<void> {
  for (let race = 1; ; race++) {
    try {
      const pending = await pendingDocuments(ports, job.id)
      for (const [by, documents] of Map.groupBy(pending, (one) => one.by)) {
        await takeUp(ports, { job, branch, by, documents })
      }
      return
    } catch (error) {
      // The branch has moved, or one of them was replaced: what is pending by now is taken up.
      if (!(error instanceof AppError) || error.code !== 'head_moved' || race === MAX_RACES) throw error
    }
  }
}

interface Given {
  readonly job: Job
  readonly branch: string
  readonly by: string
  readonly documents: readonly Document[]
}

/** On top of whatever stands there, and beside what the agent has in their place: nobody can be asked. Done again after a crash, nothing is left to change. */
async function takeUp(ports: With, { job, branch, by, documents }: Given): Promise<void> {
  const { workspaces, store } = ports
  const to = { job: job.id, by: { kind: 'agent', id: job.agent }, branch } as const
  const on = (await workspaces.head(job.id, branch)) ?? ''
  const changes = await placeDocuments(await standingAt(ports, job.id, on), documents)
  await runCommand(ports, sendDocuments, { ...to, documents })
  const giver = { kind: 'person', id: by } as const
  const message = documentsMessage(documents)
  await workspaces.commit(job.id, { branch, on, changes, message, by: giver, at: store.now() })
  await runCommand(ports, joinDocuments, { ...to, joined: documents })
}
