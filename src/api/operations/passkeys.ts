import * as z from 'zod'
import { PasskeyId, PersonId } from '../../model/ids.ts'
import { PasskeyName } from '../../model/passkey.ts'
import { StepUpFor } from '../../model/step-up.ts'
import { strict } from '../../model/strict.ts'
import { operation, PEOPLE } from '../operation.ts'
import { ShownPasskey } from '../views.ts'
import { CreationOptions, MadeCredential, PROOF, RequestOptions } from '../web-authn.ts'

/** Proofs of presence, and the passkeys that give them. */
export const PASSKEYS = {
  start_step_up: operation({
    method: 'POST',
    path: '/v1/step-ups',
    summary:
      'Asks for a proof of presence for one thing: a code that a terminal shows, or something for a passkey to sign. Good for five minutes, once.',
    callers: PEOPLE,
    input: strict({ for: StepUpFor, by: z.enum(['code', 'passkey']).default('code') }),
    output: strict({
      expires_at: z.string(),
      /** What the passkey is to sign; null for a code. */
      options: RequestOptions.nullable(),
      /** Where the code is seen: a server without a terminal waits until it is read at a command line. Null for a passkey. */
      shown_in: z.enum(['server_terminal', 'command_line']).nullable(),
    }),
    errors: ['not_found', 'stale_content', 'already_resolved', 'no_passkey', 'no_passkeys_here'],
    event: null,
    repeat: 'key',
  }),
  read_codes: operation({
    method: 'POST',
    path: '/v1/step-ups/codes',
    summary:
      'Reads the codes that the caller’s browsers wait for, with the caller’s own token and passphrase. An administrator may read somebody else’s code to add a passkey.',
    callers: PEOPLE,
    input: strict({ passphrase: PROOF.passphrase.unwrap(), person: PersonId.optional() }),
    output: strict({
      rows: z.array(strict({ code: z.string(), for: StepUpFor, expires_at: z.string() })).readonly(),
    }),
    errors: ['not_found', 'step_up_needed'],
    event: null,
    repeat: 'key',
  }),
  list_passkeys: operation({
    method: 'GET',
    path: '/v1/passkeys',
    summary: 'Lists the caller’s passkeys; an administrator may see somebody else’s.',
    callers: PEOPLE,
    input: strict({ person: PersonId.optional() }),
    output: z.object({ rows: z.array(ShownPasskey).readonly() }).readonly(),
    errors: ['not_found'],
    event: null,
    repeat: 'safe',
  }),
  begin_passkey: operation({
    method: 'POST',
    path: '/v1/passkeys/challenges',
    summary: 'Begins to add a passkey, with a fresh proof of presence: a code, or what another passkey signed.',
    callers: PEOPLE,
    input: strict({ code: PROOF.code, assertion: PROOF.assertion }),
    output: strict({ expires_at: z.string(), options: CreationOptions }),
    errors: ['step_up_needed', 'too_many_passkeys', 'no_passkeys_here'],
    event: null,
    repeat: 'key',
  }),
  add_passkey: operation({
    method: 'POST',
    path: '/v1/passkeys',
    summary: 'Adds the passkey that the browser has made.',
    callers: PEOPLE,
    input: strict({ name: PasskeyName, credential: MadeCredential }),
    output: ShownPasskey,
    errors: ['step_up_needed', 'passkey_unfit', 'passkey_known', 'too_many_passkeys', 'no_passkeys_here'],
    event: 'passkey_registered',
    repeat: 'key',
  }),
  remove_passkey: operation({
    method: 'POST',
    path: '/v1/passkeys/:passkey/removal',
    summary:
      'Makes a passkey worth nothing from now on. One’s own needs a fresh proof of presence; an administrator may remove somebody else’s.',
    callers: PEOPLE,
    input: strict({ passkey: PasskeyId, person: PersonId.optional(), ...PROOF }),
    output: strict({}),
    errors: ['not_found', 'step_up_needed'],
    event: 'passkey_removed',
    repeat: 'key',
  }),
}
