import type { ModelMessage, ToolModelMessage } from 'ai'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { checkpointOf } from './call-id.ts'
import type { GatingJob } from './gating-job.ts'

type Part = ToolModelMessage['content'][number]
type Request = { readonly approvalId: string; readonly toolCallId: string }

/** Waits until people have answered what the messages request, and answers the requests as they did. */
export async function answersTo(
  job: GatingJob,
  messages: readonly ModelMessage[],
  signal: AbortSignal | undefined,
): Promise<ToolModelMessage | undefined> {
  const open = openRequests(messages)
  if (open.length === 0) return undefined
  const content = await Promise.all(
    open.map(async ({ approvalId, toolCallId }): Promise<Part> => {
      const settled = await job.settled(checkpointOf(job.id, toolCallId), signal)
      return { type: 'tool-approval-response', approvalId, ...responseTo(settled) }
    }),
  )
  return { role: 'tool', content }
}

/** What is requested and not answered yet. What the policy decided by itself has its answer beside it. */
function openRequests(messages: readonly ModelMessage[]): readonly Request[] {
  const parts = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : [...content]))
  const answered = new Set(parts.flatMap((part) => (part.type === 'tool-approval-response' ? [part.approvalId] : [])))
  return parts.flatMap((part) =>
    part.type === 'tool-approval-request' && part.isAutomatic !== true && !answered.has(part.approvalId) ? [part] : [],
  )
}

/** In the words that the model is told. Silence is never a no. */
function responseTo({ status, resolution }: Checkpoint): { readonly approved: boolean; readonly reason: string } {
  const by = resolution?.by.id ?? 'somebody'
  const reason = resolution?.reason ?? ''
  if (status === 'approved') return { approved: true, reason: `${by} approved it.` }
  if (status === 'rejected') return { approved: false, reason: `${by} said no: ${reason}` }
  if (status === 'expired') return { approved: false, reason: 'Nobody answered in time, which is not a no.' }
  return { approved: false, reason: `The question is ${status}. ${reason}`.trimEnd() }
}
