import { expect, test } from 'vitest'
import { readCall } from './read-call.ts'

test('a long description is cut between two characters, because half of one is refused', () => {
  const description = `${'x'.repeat(499)}\u{1f600} and more`
  const tool_input = { command: 'ls', description }
  const call = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input, cwd: '/tmp' }
  expect(readCall(Buffer.from(JSON.stringify(call)))).toMatchObject({ title: 'x'.repeat(499) })
})
