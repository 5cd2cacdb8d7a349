import { revokeToken } from '../../engine/revoke-token.ts'
import { AppError } from '../../model/errors.ts'
import { bearerIn } from '../access/authenticate.ts'
import { identifyToken } from '../access/identify.ts'
import type { PersonPrincipal } from '../access/principal.ts'
import { SESSION_SECONDS } from '../access/sign-ins.ts'
import type { Call, HandlersOf } from '../call.ts'
import type { House } from '../house.ts'
import { signInUrl } from '../pages/sign-in-url.ts'
import { deskOf } from './desk-of.ts'

type Names = 'create_sign_in_link' | 'sign_in' | 'sign_out'

/** How a page comes to be signed in. */
export function signInHandlers(house: House): HandlersOf<Names> {
  const { context, signIns, cookie } = house
  return {
    create_sign_in_link: async ({ principal, input }) => {
      const url = house.url(input.name)
      const { code, expires_at } = signIns.link(principal)
      return { url: signInUrl(url, code), expires_at }
    },
    sign_in: async (call) => {
      const principal = await whoSignsIn(house, call)
      const { token, ...halves } = await signIns.open(principal)
      call.setCookie(cookie.set(halves.cookie, SESSION_SECONDS))
      const person = await deskOf(context, principal).me()
      return { person, page_key: halves.pageKey, expires_at: token.expires_at ?? '' }
    },
    sign_out: async ({ principal, setCookie, idempotency }) => {
      const { session } = principal
      if (session !== null) {
        await principal.run(revokeToken, { by: principal.actor, token: session }, idempotency)
        setCookie(cookie.clear())
      }
      return {}
    },
  }
}

/** By the code of a link, or by a token in the header that is there for it. */
async function whoSignsIn(house: House, call: Call<'sign_in'>): Promise<PersonPrincipal> {
  const { input, authorization } = call
  if (input.code !== undefined) {
    await refuseOther(house, call, input.code)
    return house.signIns.redeem(input.code)
  }
  if (authorization === undefined) throw new AppError('not_signed_in')
  const principal = await identifyToken(house.context, bearerIn(authorization))
  if (principal.kind === 'person') return principal
  throw new AppError('actor_not_human', [], { message: 'Only a person signs in.' })
}

/** Somebody else's link must not put their name under what a person goes on to do: who is signed in already is asked first. */
async function refuseOther({ signIns }: House, { input, signedIn }: Call<'sign_in'>, code: string): Promise<void> {
  const link = signIns.whose(code)
  const now = input.instead || link === undefined ? null : await signedIn()
  if (now === null || link === undefined || now.actor.id === link) return
  const message = `You are signed in as ${now.actor.id}, and the link is for ${link}.`
  throw new AppError('signed_in_as_other', [], { message, details: { signed_in: now.actor.id, link } })
}
