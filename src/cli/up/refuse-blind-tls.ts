import type { Io } from '../io.ts'
import { wrongCall } from '../wrong-call.ts'

/** A process that takes any certificate for good would tell webhooks and forges to whoever stands in between. */
export function refuseBlindTls({ environment }: Pick<Io, 'environment'>): void {
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return
  throw wrongCall(
    'NODE_TLS_REJECT_UNAUTHORIZED is 0, so that no certificate is checked. Unset it, and name your own authority in NODE_EXTRA_CA_CERTS.',
  )
}
