import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Io } from '../../io.ts'
import { CANARY_TOOL, canarySentence } from '../canary.ts'

/** Long enough for a busy machine; whoever waits for the doctor should not wait longer. */
const LIMIT_MS = 30_000

/** Runs the command as Claude Code would, once with a canary and once with garbage. Gives what is wrong, if anything is. */
export async function tryCommand(command: string, project: string, io: Io): Promise<string | undefined> {
  const word = randomUUID()
  const canary = await run(command, canaryCall(word, project), { project, io })
  if (canary.code !== 0) return `The hook blocks every call (exit code ${canary.code}): ${canary.err.trim()}`
  if (!isRefusalOf(canary.out, word)) return `The canary was not held: ${canary.out.trim().slice(0, 300)}`
  const garbage = await run(command, '{', { project, io })
  if (garbage.code !== 2)
    return `What can not be read has to be blocked with exit code 2, and ended in ${garbage.code}.`
  return undefined
}

function canaryCall(word: string, cwd: string): string {
  return JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 'leeway-doctor',
    cwd,
    permission_mode: 'default',
    tool_name: CANARY_TOOL,
    tool_input: { word },
    tool_use_id: word,
  })
}

function isRefusalOf(out: string, word: string): boolean {
  try {
    const { hookSpecificOutput: said } = JSON.parse(out) as { readonly hookSpecificOutput: Record<string, unknown> }
    const reason = said['permissionDecisionReason']
    return said['permissionDecision'] === 'deny' && reason === `Leeway: ${canarySentence(word)}`
  } catch {
    return false
  }
}

interface Place {
  readonly project: string
  readonly io: Io
}

async function run(command: string, input: string, { project, io }: Place) {
  const env = { ...io.environment, CLAUDE_PROJECT_DIR: project }
  const child = spawn('/bin/sh', ['-c', command], { cwd: project, env, timeout: LIMIT_MS, killSignal: 'SIGKILL' })
  const ended = new Promise<number | string>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'nothing'))
  })
  // A program that does not read its input closes it; how it ended says enough.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { out, err, code }
}
