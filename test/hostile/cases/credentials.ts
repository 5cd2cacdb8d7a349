import { PAGE_KEY } from '../../../src/api/page-key.ts'
import type { Expected, Family, HostileCase } from '../hostile-case.ts'
import { FINE, NOT_SIGNED_IN } from '../hostile-case.ts'

/** Who calls, said in every wrong way; and hosts, origins and cookies that are not ours. */
export const credentials: Family = ({ tokens, session: { cookie: session, pageKey }, host, port }) => {
  const path = '/v1/me'
  const { admin } = tokens
  const [name = '', secret = ''] = session.split('=')
  const authorizations = [
    '',
    'Bearer',
    'Bearer ',
    `Bearer  ${admin}`,
    `Bearer ${admin} ${admin}`,
    `Bearer\t${admin}`,
    `Bearer ${admin}x`,
    `Bearer ${admin.slice(0, -1)}`,
    `Bearer ${admin.toUpperCase()}`,
    `Basic ${Buffer.from(`ada:${admin}`).toString('base64')}`,
    `Token ${admin}`,
    admin,
    `Bearer ${tokens.revoked}`,
    `Bearer lwy_${'A'.repeat(43)}`,
    `Bearer lwa_${'A'.repeat(43)}`,
    `Bearer ${'A'.repeat(10_000)}`,
    'Bearer null',
    'Bearer undefined',
    "Bearer ' OR 1=1 --",
    'Bearer ../../etc/passwd',
    `Bearer ${secret}`,
    `Bearer ${pageKey}`,
    `Bearer ${admin}, Bearer ${admin}`,
    'Bearer \u00e9\u00e9\u00e9',
  ]
  const one = (name: string, headers: Record<string, string>, expected: Expected): HostileCase => ({
    name,
    send: { path, headers },
    expected,
  })
  const ours = { Authorization: `Bearer ${admin}` }
  return [
    ...authorizations.map((said) => one(`Authorization: ${said.slice(0, 40)}`, { Authorization: said }, NOT_SIGNED_IN)),
    one('a scheme in other letters', { Authorization: `bEARER ${admin}` }, FINE),
    ...[
      `${name}=`,
      `${name}=x`,
      `leeway_session=${secret}`,
      `${name}0=${secret}`,
      `${session}; ${session}`,
      `${name}=${admin}`,
      `__Host-${session}`,
      `other=1; ${name}x=${secret}`,
      `${name}="${secret}"`,
      `${name}=%00`,
      ';;;;=;=',
    ].map((cookie) =>
      one(`Cookie: ${cookie.slice(0, 40)}`, { Cookie: cookie, [PAGE_KEY.header]: pageKey }, NOT_SIGNED_IN),
    ),
    one('a session with both halves', { Cookie: session, [PAGE_KEY.header]: pageKey }, FINE),
    one('a cookie alone', { Cookie: session }, NOT_SIGNED_IN),
    one('a page key alone', { [PAGE_KEY.header]: pageKey }, NOT_SIGNED_IN),
    one('the halves the wrong way round', { Cookie: `${name}=${pageKey}`, [PAGE_KEY.header]: secret }, NOT_SIGNED_IN),
    ...['', 'x', admin, `lwp_${'A'.repeat(43)}`, `${pageKey}, ${pageKey}`].map((half) => ({
      name: `a session changes something with Leeway-Page-Key ${half.slice(0, 10)}`,
      send: {
        method: 'PUT',
        path: '/v1/settings',
        headers: { Cookie: session, 'Content-Type': 'application/json', [PAGE_KEY.header]: half },
        body: '{"solo":true}',
      },
      expected: NOT_SIGNED_IN,
    })),
    ...[
      'evil.example',
      `evil.example:${port}`,
      `${host}.evil.example`,
      `${host}:80`,
      '127.0.0.1',
      `127.0.0.1:${port + 1}`,
      `127.1:${port}`,
      `2130706433:${port}`,
      `0x7f.1:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `user@${host}`,
      `${host}/`,
      `${host}#`,
      'null',
    ].map((name) => one(`Host: ${name}`, { ...ours, Host: name }, [421, 'wrong_host'])),
    ...[
      'null',
      'http://evil.example',
      `https://${host}`,
      `http://${host}.evil.example`,
      `http://${host}:80`,
      `http://${host}/`,
      `http://user@${host}`,
      `http://${host}://${host}`,
      `ftp://${host}`,
      host,
    ].map((origin) => one(`Origin: ${origin}`, { ...ours, Origin: origin }, [403, 'wrong_origin'])),
    ...['cross-site', 'same-site', 'CROSS-SITE', 'x', 'same-origin, cross-site'].map((site) =>
      one(`Sec-Fetch-Site: ${site}`, { ...ours, 'Sec-Fetch-Site': site }, [403, 'wrong_origin']),
    ),
  ]
}
