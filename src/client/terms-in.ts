import type { GivenTo } from '../api/operations.ts'
import type { GateOptions } from '../sdk/gate-options.ts'
import { ownCopy } from '../sdk/own-copy.ts'
import { responseSchema } from '../sdk/read-response.ts'

type Asked = GivenTo<'ask'>
type About = Pick<Asked, 'key' | 'id' | 'title' | 'terms' | 'around'>

/** What the options of a gate are on the wire. What is left out is decided by the server. */
export function aboutGate(options: GateOptions): About {
  const { key, id, title, around } = options
  return present({
    key,
    id: id as Asked['id'],
    title,
    around: ownCopy(around) as Asked['around'],
    terms: present({
      answers: options.answers === undefined ? undefined : [...options.answers],
      response_schema: options.response === undefined ? undefined : responseSchema(options.response),
      timeout_seconds: options.timeoutSeconds,
      on_timeout: options.onTimeout,
      approvers: options.approvers,
      quorum: options.quorum,
      irreversible: options.irreversible,
    }),
  }) as About
}

function present<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
}
