import { AppError } from '../../model/errors.ts'
import type { Call, HandlersOf } from '../call.ts'
import type { House } from '../house.ts'
import { deskOf } from './desk-of.ts'

type Names = 'list_webhooks' | 'resend_webhook'

/** Who else is told what waits for people. */
export function webhookHandlers({ context, webhooks }: House): HandlersOf<Names> {
  const own = async ({ principal }: Pick<Call<Names>, 'principal'>) => {
    const { tenants } = await deskOf(context, principal).me()
    const rows = await webhooks.list()
    return rows.filter(({ tenant }) => tenants === '*' || tenants.includes(tenant))
  }
  return {
    list_webhooks: async (call) => ({ rows: await own(call) }),
    resend_webhook: async (call) => {
      const { webhook, seqs } = call.input
      // The same words for what is absent and what belongs to somebody else.
      if (!(await own(call)).some(({ id }) => id === webhook)) {
        throw new AppError('not_found', [], { message: `There is no webhook ${webhook}.` })
      }
      return webhooks.resend(webhook, seqs)
    },
  }
}
