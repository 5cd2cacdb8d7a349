import { expect, test } from 'vitest'
import { messageText } from './commit-text.ts'

test('a message keeps its lines and tabs, and nothing that a terminal would obey', () => {
  expect(messageText('A\u001b[31m\u0007 title\r\n\r\n\tone\rtwo\u009b2J\0')).toBe('A [31m  title\n\n\tone\ntwo 2J\n')
})

test('nothing that looks like a trailer comes to the beginning of a line', () => {
  const text = messageText('The plan\n\n\0Reviewed-by: eve', [{ key: 'Reviewed-by', value: 'ro\u001bb' }])
  expect(text).toBe('The plan\n\n Reviewed-by: eve\n\nReviewed-by: ro b\n')
})
