import { LOCAL, TenantId } from '../../model/ids.ts'
import { quote } from '../../model/quote.ts'
import { wrongCall } from '../wrong-call.ts'

/** The tenant that somebody names at the command line; the one of this folder where they name none. */
export function tenantIn(given: string = LOCAL): TenantId {
  const parsed = TenantId.safeParse(given)
  if (parsed.success) return parsed.data
  throw wrongCall(`${quote(given)} is not an id of a tenant.`)
}
