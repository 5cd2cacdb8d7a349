import type { ShownPasskey } from '../../api/views.ts'
import { refuseUnlessAdminOf } from '../../engine/access.ts'
import { noSuch } from '../../engine/job-state.ts'
import { registerPasskey } from '../../engine/passkey/register-passkey.ts'
import { type RemovePasskey, removePasskey } from '../../engine/passkey/remove-passkey.ts'
import { AppError } from '../../model/errors.ts'
import { PersonId } from '../../model/ids.ts'
import { MOST_PASSKEYS, type Passkey } from '../../model/passkey.ts'
import type { StepUpFor } from '../../model/step-up.ts'
import { newId } from '../../sdk/new-id.ts'
import { aboutOf } from '../access/about.ts'
import { completed } from '../access/completed.ts'
import { placeOf } from '../access/place.ts'
import type { PersonPrincipal } from '../access/principal.ts'
import { creationOptions, readCredential } from '../access/web-authn.ts'
import type { Call, HandlersOf } from '../call.ts'
import type { House } from '../house.ts'
import { deskOf } from './desk-of.ts'

type Names = 'start_step_up' | 'read_codes' | 'list_passkeys' | 'begin_passkey' | 'add_passkey' | 'remove_passkey'

const ADDING = { do: 'add_passkey' } as const

/** Proofs of presence, and the passkeys that give them. */
export function passkeyHandlers(house: House): HandlersOf<Names> {
  const { stepUps } = house
  return {
    start_step_up: async ({ principal, input, origin }) => {
      await refuseUnfit(house, principal, input.for)
      const about = await aboutOf(house.context.store, principal, input)
      return input.by === 'code' ? stepUps.byCode(about) : stepUps.byPasskey(about, placeOf(origin))
    },
    read_codes: async ({ principal, input: { passphrase, person = principal.actor.id } }) => {
      const isOwn = person === principal.actor.id
      if (!isOwn) await refuseUnlessTheirAdmin(house, principal, person)
      // Whoever looks after somebody helps them to a passkey, and answers nothing in their name.
      const may = (what: StepUpFor) => isOwn || what.do === 'add_passkey'
      return { rows: await stepUps.readCodes(principal, passphrase, { person, may }) }
    },
    list_passkeys: async ({ principal, input }) => {
      const person = input.person ?? principal.actor.id
      if (person !== principal.actor.id) await refuseUnlessTheirAdmin(house, principal, person)
      return { rows: (await stepUps.passkeysOf(person)).map(shown) }
    },
    begin_passkey: (call) => begin(house, call),
    add_passkey: async (call) => shown(await add(house, call)),
    remove_passkey: (call) => remove(house, call),
  }
}

/** Nobody is asked to prove anything for what they can't do anyway. */
async function refuseUnfit({ context, stepUps }: House, principal: PersonPrincipal, what: StepUpFor): Promise<void> {
  if (what.do === 'remove_passkey') {
    const own = await stepUps.passkeysOf(principal.actor.id)
    if (!own.some(({ id }) => id === what.passkey)) throw noSuch('passkey', what.passkey)
  }
  if (what.do !== 'answer') return
  if (principal.caller === 'viewer') throw new AppError('not_authorised')
  const { checkpoint } = await deskOf(context, principal).checkpoint(what.checkpoint)
  if (checkpoint.status !== 'pending') throw new AppError('already_resolved')
  if (checkpoint.content_hash !== what.content_hash) throw new AppError('stale_content')
}

async function refuseUnlessTheirAdmin({ context }: House, principal: PersonPrincipal, person: string): Promise<void> {
  const owner = (await context.store.get('people', person))?.row
  refuseUnlessAdminOf(principal.actor, await principal.me(), [owner?.tenants ?? []])
  if (owner === undefined) throw noSuch('person', person)
}

async function begin(house: House, { principal, input, origin }: Call<'begin_passkey'>) {
  const place = placeOf(origin)
  const keys = await house.stepUps.passkeysOf(principal.actor.id)
  if (keys.length >= MOST_PASSKEYS) throw new AppError('too_many_passkeys')
  const about = await aboutOf(house.context.store, principal, { for: ADDING })
  const proof = await house.stepUps.prove(principal, input, { for: ADDING })
  if (proof === null) {
    const message = 'Prove first that it is you: by a code of the terminal, or by another passkey.'
    throw new AppError('step_up_needed', [], { message })
  }
  const challenge = house.newPasskeys.ask(about, place, proof)
  return {
    expires_at: challenge.until,
    options: await creationOptions(challenge, { person: principal.actor.id, keys }),
  }
}

async function add({ context, newPasskeys }: House, call: Call<'add_passkey'>): Promise<Passkey> {
  const { principal, input, idempotency } = call
  const { actor, run } = principal
  const about = await aboutOf(context.store, principal, { for: ADDING })
  const verb = completed(registerPasskey, async (given) => {
    const challenge = newPasskeys.take(about)
    if (challenge === undefined) {
      const message = 'This took too long, or was done before. Begin again.'
      throw new AppError('step_up_needed', [], { message })
    }
    const made = await readCredential(input.credential, challenge)
    return { ...given, passkey: { ...given.passkey, ...made }, step_up: challenge.proof }
  })
  const passkey: Passkey = {
    ...{ id: newId('psk'), person: PersonId.parse(actor.id), name: input.name },
    ...{ credential: input.credential.id, public_key: '', counter: 0, transports: [], rp_id: '' },
    ...{ device_type: 'single_device', backed_up: false },
    ...{ registered_at: context.store.now().toISOString(), used_at: null },
  }
  return run(verb, { by: actor, passkey, step_up: null }, idempotency)
}

async function remove({ context, stepUps }: House, { principal, input, idempotency }: Call<'remove_passkey'>) {
  const { passkey, person = PersonId.parse(principal.actor.id), ...given } = input
  const wanted = { for: { do: 'remove_passkey', passkey } } as const
  const prove = async (asked: RemovePasskey) => ({ ...asked, step_up: await stepUps.prove(principal, given, wanted) })
  const verb = completed(removePasskey, prove, () => context.store.now())
  await principal.run(verb, { by: principal.actor, person, passkey, step_up: null }, idempotency)
  return {}
}

function shown({ id, person, name, rp_id, device_type, backed_up, registered_at, used_at }: Passkey): ShownPasskey {
  return { id, person, name, rp_id, device_type, backed_up, registered_at, used_at }
}
