import { expect, test } from 'vitest'
import { sessionCookie } from './session-cookie.ts'

test('over TLS the cookie has a name that only this host can set, and no other is read', () => {
  const cookie = sessionCookie(true)
  expect(cookie.set('s', 60)).toBe('__Host-leeway_session=s; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=60')
  expect(cookie.read('a=b; __Host-leeway_session=s')).toBe('s')
  expect(cookie.read('leeway_session=s')).toBeUndefined()
})

test('a cookie that comes twice is none, because somebody else may have set one of them', () => {
  const cookie = sessionCookie(false)
  expect(cookie.read('leeway_session=a; leeway_session=b')).toBeUndefined()
  expect(cookie.read(undefined)).toBeUndefined()
  expect(cookie.read('leeway_session=a')).toBe('a')
})
