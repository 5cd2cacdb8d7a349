import { harmless } from '../../model/harmless.ts'
import type { StepUpFor } from '../../model/step-up.ts'

/** What a code is for: whoever did not ask for that knows that somebody else did. */
export function purposeText(what: StepUpFor): { readonly text: string; readonly detail: string } {
  switch (what.do) {
    case 'answer':
      return { text: `answer ${harmless(what.checkpoint)}`, detail: `${what.content_hash.slice(0, 19)}…, ` }
    case 'add_passkey':
      return { text: 'add a passkey', detail: '' }
    case 'remove_passkey':
      return { text: `remove the passkey ${harmless(what.passkey)}`, detail: '' }
    default:
      return what satisfies never
  }
}
