import { wrongCall } from '../wrong-call.ts'

/** The one id and the reason of a command that needs both. */
export function reasonIn(
  command: string,
  [id, another]: readonly string[],
  values: { readonly reason?: string | undefined },
): { readonly id: string; readonly reason: string } {
  const reason = values.reason?.trim()
  if (id === undefined || another !== undefined) throw wrongCall(`Name one: leeway ${command} ID --reason WHY`)
  if (!reason) throw wrongCall(`Say why: leeway ${command} ID --reason WHY`)
  return { id, reason }
}
