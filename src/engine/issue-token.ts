import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import { LOCAL, type TenantId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import type { Person } from '../model/person.ts'
import type { Token } from '../model/token.ts'
import { refuseUnlessAdminOf } from './access.ts'
import { eventMaker } from './event-maker.ts'
import { noSuch } from './job-state.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import type { Verb } from './verb.ts'

/** An administrator lets an agent or a service call, or a person signs a browser in. */
export interface IssueToken {
  readonly by: Actor
  readonly token: Token
}

interface State {
  readonly by: Person | undefined
  /** The job that an agent's token is bound to. */
  readonly job: Job | undefined
}

export const issueToken: Verb<IssueToken, State, Token> = {
  load: async (read, { by, token: { bearer, id } }) => {
    await read.get('tokens', id)
    return {
      by: await read.get('people', by.id),
      job: bearer.kind === 'agent' && bearer.job !== null ? await read.get('jobs', bearer.job) : undefined,
    }
  },
  decide: ({ by, job }, { by: actor, token }, now) => {
    const { bearer } = token
    if (bearer.kind === 'session') refuseUnlessOwn(actor, by, bearer)
    else refuseUnlessAdminOf(actor, by, [[bearer.tenant]])
    if (bearer.kind === 'agent' && bearer.job !== null && job?.tenant !== bearer.tenant) throw noSuch('job', bearer.job)
    refuseSecrets(bearer, '')
    refuseOver(token, now)
    const event = eventMaker({ tenant: tenantOf(token), actor, now })
    return { events: [event('token_issued', { token })], effects: [], result: token }
  },
}

/** Somebody would hand out what lets nobody in. */
function refuseOver({ expires_at }: Token, now: Date): void {
  if (expires_at === null || now.getTime() < Date.parse(expires_at)) return
  const message = `A token ends at a time to come, and ${expires_at} is over.`
  throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/expires_at' }])
}

/** In whose log a token stands. */
export function tenantOf({ bearer }: Token): TenantId {
  return bearer.kind === 'session' ? LOCAL : bearer.tenant
}

/** Nobody signs in as somebody else, not even an administrator. */
function refuseUnlessOwn(
  actor: Actor,
  by: Person | undefined,
  { person, under }: Extract<Token['bearer'], { kind: 'session' }>,
): void {
  if (actor.kind !== 'person') throw new AppError('actor_not_human')
  if (actor.id !== person || by === undefined || by.revoked_at !== null || by.token_hash !== under) {
    throw new AppError('not_authorised')
  }
}
