import type { Idempotency } from '../../model/idempotency.ts'
import type { Pull } from '../../model/pull.ts'
import type { Context } from '../../sdk/context.ts'
import { joinBranch } from '../../sdk/desk/land-commit.ts'
import { localDesk } from '../../sdk/desk/local-desk.ts'
import type { Seat } from '../../sdk/desk/seat.ts'
import type { Desk } from '../../sdk/desk.ts'
import type { PersonPrincipal } from '../access/principal.ts'

/** The seat of whoever is calling; what is run from it is run under their idempotency key. */
export function seatOf(context: Context, person: PersonPrincipal, idempotency?: Idempotency | undefined): Seat {
  return {
    store: context.store,
    policies: context.policies,
    workspaces: context.workspaces,
    by: person.actor,
    token: person.token ?? '',
    me: person.me,
    idempotency,
    run: (verb, input) => person.run(verb, input, idempotency),
    runUnkeyed: (verb, input) => person.run(verb, input),
  }
}

/** What a person has pushed joins the review of its branch. Gives which round it is. */
export async function joinPushOf(
  context: Context,
  person: PersonPrincipal,
  { pull, on }: { readonly pull: Pull; readonly on: string },
): Promise<number> {
  return (await joinBranch(seatOf(context, person), pull, on)).round
}

/** The same desk that a person has on the files. */
export function deskOf(context: Context, person: PersonPrincipal, idempotency?: Idempotency | undefined): Desk {
  return localDesk(seatOf(context, person, idempotency))
}
