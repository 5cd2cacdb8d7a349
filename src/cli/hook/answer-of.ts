import type { RemoteJob } from '../../client/remote-job.ts'
import type { HookAnswer } from './hook-call.ts'

type Passage = Awaited<ReturnType<RemoteJob['gate']>>

/** What a hook says of the passage of its call. Only two outcomes let it run; whatever else there is or will be does not. */
export function answerOf(passage: Passage): HookAnswer {
  switch (passage.outcome) {
    case 'allowed':
      return { decision: 'allow', reason: passage.decision.reason }
    case 'approved': {
      const { by, edited, args } = passage
      if (!edited) return { decision: 'allow', reason: `${by} approved it.` }
      return { decision: 'allow', reason: `${by} approved it with other arguments.`, args }
    }
    case 'rejected':
      return refusal(`${passage.by} said no, and the same call is refused from now on. The reason: ${passage.reason}`)
    case 'denied':
      return refusal(`The policy says no: ${passage.reason}`)
    case 'stopped':
      return refusal(`The job is stopped until a person resumes it: ${passage.reason}`)
    case 'expired':
      return refusal('Nobody answered in time, which is not a no. It may be asked again.')
    case 'answered':
      return refusal(`${passage.by} answered in its place: ${JSON.stringify(passage.value)}`)
    case 'sent_back':
      return refusal(`It was sent back: ${passage.reason}`)
    default:
      return refusal(`The question was taken back: ${passage.reason}`)
  }
}

function refusal(reason: string): HookAnswer {
  return { decision: 'deny', reason }
}
