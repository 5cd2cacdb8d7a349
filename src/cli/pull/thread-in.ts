import type { PullView } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import type { ThreadId } from '../../model/ids.ts'
import { quote } from '../../model/quote.ts'
import { meantAmong, tooShort } from '../person/meant-id.ts'
import { wrongCall } from '../wrong-call.ts'

/** The thread of a pull request that somebody means by its id, by its beginning or by its end. */
export function threadIn({ pull, threads }: Pick<PullView, 'pull' | 'threads'>, given: string): ThreadId {
  const ids = threads.map(({ id }) => id)
  const meant = meantAmong(ids, given)
  const [only, another] = meant
  if (another !== undefined) throw wrongCall(`Which thread? ${meant.join(', ')}`)
  if (only !== undefined) return only
  const message = `There is no thread ${quote(given)} in ${pull.id}.${tooShort(given)} There is: ${ids.join(', ') || 'none'}`
  throw new AppError('not_found', [], { message, details: { next: `Read them: leeway pr show ${pull.id}` } })
}
