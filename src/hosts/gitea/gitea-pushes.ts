import * as z from 'zod'
import type { HostPush } from '../../engine/ports.ts'
import { ObjectName } from '../../model/object-name.ts'
import type { GiteaActivity } from './gitea-answers.ts'

/** What Gitea keeps of a push, in a text that its description says nothing of. */
const Brought = z.object({ HeadCommit: z.object({ Sha1: ObjectName }), CompareURL: z.string() })

const FROM = /\/compare\/(?<from>[0-9a-f]{40,64})\.\.\.(?<to>[0-9a-f]{40,64})$/

/** The pushes to a branch among what happened in a repository. What can't be read is none: then nobody is named, and nothing taken in. */
export function giteaPushes(happened: readonly GiteaActivity[], branch: string): readonly HostPush[] {
  return happened.flatMap(({ op_type, ref_name, content, act_user }) => {
    const isOurs = op_type === 'commit_repo' && ref_name?.replace(/^refs\/heads\//, '') === branch
    const brought = isOurs && act_user ? readBrought(content ?? '') : undefined
    return act_user && brought ? [{ login: act_user.login, ...brought }] : []
  })
}

function readBrought(content: string): Pick<HostPush, 'from' | 'to'> | undefined {
  const read = Brought.safeParse(parsed(content))
  const { from, to } = (read.success && FROM.exec(read.data.CompareURL)?.groups) || {}
  if (!read.success || from === undefined || to !== read.data.HeadCommit.Sha1) return undefined
  return { from, to }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
