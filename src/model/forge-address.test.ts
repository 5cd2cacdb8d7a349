import { expect, test } from 'vitest'
import { forgeAddress } from './forge-address.ts'

test.for([
  'https://git.example.org',
  'https://git.example.org/forge/',
  'http://127.0.0.1:3000',
  'http://localhost:3000',
  'http://[::1]:3000',
])('%s may be a forge', (text) => {
  expect(forgeAddress(text).href.replace(/\/$/, '')).toBe(text.replace(/\/$/, ''))
})

test.for([
  'http://git.example.org',
  'http://127.0.0.1.example.org',
  'http://localhost.example.org',
  'https://ann:secret@git.example.org',
  'https://git.example.org/?token=1',
  'https://git.example.org/#a',
  'ftp://git.example.org',
  'file:///etc',
  'git.example.org',
])('%s is refused', (text) => {
  expect(() => forgeAddress(text)).toThrow(expect.objectContaining({ code: 'unsafe_address' }))
})
