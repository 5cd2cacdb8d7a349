/** The call that every contender holds: as many bytes for each of them. */
export function callOf(number: number): { readonly tool: string; readonly args: Readonly<Record<string, string>> } {
  const args = { to: `user-${number}@example.org`, subject: 'Offer', body: 'Hello there, this is our offer.' }
  return { tool: 'send_mail', args }
}
