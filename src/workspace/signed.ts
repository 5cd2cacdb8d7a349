import { type Actor, addressOf } from '../model/actor.ts'
import type { MergePlan, Pull } from '../model/pull.ts'
import type { Signature } from './commit-text.ts'
import { Oid } from './oid.ts'
import type { ApprovedMerge } from './squash-merge.ts'

/** Whose commit it is, in the words of git. */
export function signatureOf(by: Actor, at: Date): Signature {
  return { name: by.id, email: addressOf(by), at }
}

/** What was approved of a pull request, as the one commit that it becomes. */
export function approvedMerge({ branch, head, tree, base, agent }: Pull, { message, at }: MergePlan): ApprovedMerge {
  const author = signatureOf({ kind: 'agent', id: agent }, new Date(at))
  return { branch, head: Oid.parse(head), tree: Oid.parse(tree), base: Oid.parse(base), author, message }
}
