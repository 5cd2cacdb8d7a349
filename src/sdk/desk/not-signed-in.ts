import { AppError } from '../../model/errors.ts'
import type { Reception } from './reception.ts'

/** Told to whoever has no token, with whom they can ask for one. */
export async function notSignedIn(reception: Reception): Promise<AppError> {
  const [administrator] = await reception.administrators()
  if (administrator === undefined) {
    const details = { next: 'Be the first: leeway login' }
    return new AppError('not_authorised', [], { message: 'Nobody has joined here yet.', details })
  }
  const message = `You have not signed in here. Ask ${administrator} for a token.`
  const details = {
    administrator,
    next: `${administrator}: leeway people add NAME. You: leeway login --token-file FILE`,
  }
  return new AppError('not_authorised', [], { message, details })
}
