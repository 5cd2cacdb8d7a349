import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { decodeUtf8 } from '../../../config/decode-utf8.ts'
import { readJson } from '../../../config/strict-json.ts'
import { beginningOf } from '../../../model/beginning-of.ts'
import { AppError } from '../../../model/errors.ts'
import { problemsOf } from '../../../model/problems-of.ts'
import type { HookCall } from '../hook-call.ts'
import { toolHints } from './tool-hints.ts'

/** More than any tool call that a person could look through. */
const MAX_BYTES = 1024 * 1024

/** What Claude Code writes to a PreToolUse hook. It may say more with every version; what we need has to be there. */
const PreToolUse = z.object({
  hook_event_name: z.literal('PreToolUse'),
  session_id: z.string().min(1).max(200),
  tool_name: z.string().min(1).max(1000),
  tool_input: z.record(z.string(), z.unknown()),
  tool_use_id: z.string().min(1).max(200).optional(),
  cwd: z.string().min(1).max(4096),
  permission_mode: z.string().max(200).optional(),
})

/** A call of Claude Code. */
export interface ClaudeCall extends HookCall {
  /** What it does with calls that nobody decides about. */
  readonly mode: string
}

/** Reads what Claude Code wrote to its hook. Throws for everything that is not exactly a call. */
export function readCall(bytes: Uint8Array): ClaudeCall {
  if (bytes.length > MAX_BYTES)
    throw unreadable('The call is larger than 1 MiB, which is more than anybody can review.')
  const decoded = decodeUtf8(bytes)
  if (decoded.problem) throw unreadable('The call is not UTF-8.')
  const read = readJson(decoded.text)
  if (read.problems) throw unreadable(`The call can not be read: ${read.problems[0]?.message ?? 'it is not JSON.'}`)
  const parsed = PreToolUse.safeParse(read.value)
  if (!parsed.success) {
    const [first] = problemsOf(parsed.error, { input: read.value })
    throw unreadable(`This is no call of a tool as Claude Code brings it: ${first?.path} ${first?.message}`)
  }
  return toCall(parsed.data)
}

function toCall({ session_id, tool_name, tool_input, ...rest }: z.infer<typeof PreToolUse>): ClaudeCall {
  const { title, args } = apart(tool_name, tool_input)
  return {
    session: session_id,
    use: `use:${rest.tool_use_id ?? randomUUID()}`,
    tool: tool_name,
    args,
    title,
    hints: toolHints(tool_name),
    cwd: rest.cwd,
    mode: rest.permission_mode ?? 'unknown',
  }
}

/** The description of a shell command does nothing; asked again in other words, it is the same command. */
function apart(tool: string, input: Readonly<Record<string, unknown>>) {
  if (tool !== 'Bash' || typeof input['description'] !== 'string') return { title: '', args: input }
  const { description, ...args } = input
  return { title: beginningOf(String(description), 500), args }
}

function unreadable(message: string): AppError {
  return new AppError('invalid_input', [], { message })
}
