import type { PullView } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import type { ThreadId } from '../../model/ids.ts'
import { quote } from '../../model/quote.ts'
import { wrongCall } from '../wrong-call.ts'

/** A shorter end would be clear by chance only. */
const SHORTEST_END = 4

/** The thread of a pull request that somebody means by its id, or by the end of it. */
export function threadIn({ pull, threads }: Pick<PullView, 'pull' | 'threads'>, given: string): ThreadId {
  const ids = threads.map(({ id }) => id)
  const isEnd = given.length >= SHORTEST_END
  const meant = ids.filter((id) => id === given || (isEnd && id.endsWith(given)))
  const [only, another] = meant
  if (another !== undefined) throw wrongCall(`Which thread? ${meant.join(', ')}`)
  if (only !== undefined) return only
  const short = isEnd ? '' : ` Of the end of an id at least ${SHORTEST_END} characters are needed.`
  const message = `There is no thread ${quote(given)} in ${pull.id}.${short} There is: ${ids.join(', ') || 'none'}`
  throw new AppError('not_found', [], { message, details: { next: `Read them: leeway pr show ${pull.id}` } })
}
