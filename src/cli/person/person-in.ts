import { PersonId } from '../../model/ids.ts'
import { quote } from '../../model/quote.ts'
import { wrongCall } from '../wrong-call.ts'

/** The name of a person as it was typed. */
export function personIn(name: string): PersonId {
  const person = PersonId.safeParse(name)
  if (person.success) return person.data
  throw wrongCall(
    `${quote(name)} can not be the name of a person. Write letters, digits and ". _ : -", such as ada or ada.lovelace.`,
  )
}
