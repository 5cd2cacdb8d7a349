import { expect, test } from 'vitest'
import { sessionCookie } from './session-cookie.ts'

const at = (port: number, secure = false) => sessionCookie({ secure, port: () => port })

test('over TLS the cookie has a name that only this host can set, and no other is read', () => {
  const cookie = at(443, true)
  expect(cookie.set('s', 60)).toBe('__Host-leeway_session_443=s; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=60')
  expect(cookie.read('a=b; __Host-leeway_session_443=s')).toBe('s')
  expect(cookie.read('leeway_session_443=s')).toBeUndefined()
})

test('servers on two ports of one host have a cookie each, and neither reads that of the other', () => {
  const [one, other] = [at(7317), at(73171)]
  const both = [one.set('a', 60), other.set('b', 60)].map((set) => set.split(';')[0]).join('; ')
  expect([one, other].map((cookie) => cookie.read(both))).toEqual(['a', 'b'])
  expect(one.read(other.set('b', 60))).toBeUndefined()
})

test('a cookie that comes twice is none, because somebody else may have set one of them', () => {
  const cookie = at(80)
  expect(cookie.read('leeway_session_80=a; leeway_session_80=b')).toBeUndefined()
  expect(cookie.read(undefined)).toBeUndefined()
  expect(cookie.read('leeway_session_80=a')).toBe('a')
})
