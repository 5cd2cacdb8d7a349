import { PersonId } from '../../model/ids.ts'
import { wrongCall } from '../wrong-call.ts'

/** The name of a person as it was typed. */
export function personIn(given: string): PersonId {
  const person = PersonId.safeParse(given)
  if (person.success) return person.data
  throw wrongCall('That is not a name of a person. See who there is: leeway people')
}
