import type { HookAnswer } from '../hook-call.ts'
import type { ClaudeCall } from './read-call.ts'

/** The answer as Claude Code reads it from a PreToolUse hook. */
export function writeAnswer({ decision, reason, args }: HookAnswer, { tool, title }: ClaudeCall): string {
  const words = tool === 'Bash' && title !== '' ? { description: title } : {}
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: decision,
      permissionDecisionReason: `Leeway: ${reason}`,
      ...(args && { updatedInput: { ...words, ...args } }),
    },
  })
}
