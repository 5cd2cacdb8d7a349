import type { Checkpoint } from './checkpoint.ts'

type Answered = Pick<Checkpoint, 'status' | 'content' | 'pull'>

/** Whether a yes lets something run, which is claimed before it does. */
export function letsRun({ status, content }: Answered): boolean {
  return status === 'approved' && content.tool !== undefined
}

/** Whether an answer only lets work go on. What is asked about a pull request is taken up by its merge. */
export function letsPass({ status, content, pull }: Answered): boolean {
  return (status === 'approved' || status === 'answered') && content.tool === undefined && pull === undefined
}
