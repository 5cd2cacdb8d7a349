import type { Passkey, Passkeys } from '../../model/passkey.ts'
import type { EventType } from '../event.ts'
import type { Look, RowChange } from '../ports.ts'
import { type ApplyTo, put, there } from '../row-change.ts'

type PasskeyEvent = Extract<EventType, 'passkey_registered' | 'passkey_removed' | 'passkey_used' | 'passkey_refused'>

/** What events of passkeys make of the rows. A passkey that was removed is in the log alone. */
export const APPLY_TO_PASSKEYS: { readonly [Type in PasskeyEvent]: ApplyTo<Type> } = {
  passkey_registered: (look, { data: { passkey } }) => {
    const { person } = passkey
    return [put('passkeys', person, { person, keys: [...(look('passkeys', person)?.keys ?? []), passkey] })]
  },
  passkey_removed: (look, { data: { person, passkey } }) =>
    changed(look, person, (keys) => keys.filter(({ id }) => id !== passkey)),
  passkey_used: (look, { data: { person, passkey, counter, backed_up }, at }) =>
    changed(look, person, (keys) =>
      keys.map((key) => (key.id === passkey ? { ...key, counter, backed_up, used_at: at } : key)),
    ),
  passkey_refused: () => [],
}

function changed(
  look: Look,
  person: Passkeys['person'],
  change: (keys: readonly Passkey[]) => readonly Passkey[],
): readonly RowChange[] {
  return [put('passkeys', person, { person, keys: change(there(look, 'passkeys', person).keys) })]
}
