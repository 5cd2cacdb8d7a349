import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { bundled } from './bundled.ts'
import { COMPILE_CACHE } from './compile-cache.ts'
import { type AtDesk, aDeskFolder, type DeskFolder } from './desk-folder.ts'

const MAIN = new URL('../cli/main.ts', import.meta.url)

/** What a hook said, and how it ended. */
export interface HookSaid {
  readonly code: number | null
  readonly out: string
  readonly err: string
  /** The decision and its reason, where there is one. */
  readonly decision: string | undefined
  readonly reason: string
  readonly updatedInput: unknown
}

/** A folder in which Ada answers what an agent's hook holds. */
export interface HookFolder extends DeskFolder {
  readonly ada: AtDesk
  /** Runs the real command, as Claude Code would. */
  hook(input: string | Buffer, more?: HookMore): Promise<HookSaid>
  /** Waits until something is held, and gives what an answer to it needs. */
  held(): Promise<{ readonly id: string; readonly hash: readonly ['--hash', string] }>
}

interface HookMore {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Told of the process when it has started. */
  readonly started?: (child: ChildProcess) => void
}

/** A folder whose administrator works alone. */
export async function aHookFolder(): Promise<HookFolder> {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login', '--solo', '--yes'])
  return {
    ...folder,
    ada,
    hook: (input, more = {}) => runHook(folder, input, more),
    held: async () => {
      for (;;) {
        const [first] = await folder.waiting(ada)
        if (first !== undefined) return { id: first.id, hash: ['--hash', first.content_hash] }
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}

async function runHook({ root, homes }: DeskFolder, input: string | Buffer, more: HookMore): Promise<HookSaid> {
  const { args = ['--root', root], env, started } = more
  const own = { PATH: process.env['PATH'], HOME: homes, CLAUDE_PROJECT_DIR: root, NODE_COMPILE_CACHE: COMPILE_CACHE }
  const child = spawn(process.execPath, [await bundled(MAIN), 'hook', 'claude', ...args], {
    cwd: root,
    env: { ...own, ...env },
  })
  started?.(child)
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, out, err, ...answerIn(out) }
}

function answerIn(out: string): Pick<HookSaid, 'decision' | 'reason' | 'updatedInput'> {
  if (out === '') return { decision: undefined, reason: '', updatedInput: undefined }
  const { hookSpecificOutput: said, ...more } = JSON.parse(out)
  if (said.hookEventName !== 'PreToolUse' || Object.keys(more).length > 0) throw new Error(`No answer: ${out}`)
  return { decision: said.permissionDecision, reason: said.permissionDecisionReason, updatedInput: said.updatedInput }
}

/** A call as Claude Code 2.1.325 brings it to its hook. */
export function aClaudeCall(given: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    session_id: '4e4bd0d1-6b31-4a0c-8f0b-3e4f8f2f6d10',
    transcript_path: join('/home/ann/.claude/projects/-work', '4e4bd0d1.jsonl'),
    cwd: '/work',
    prompt_id: 'b0c9cf7e-1d2a-4c34-9a52-5a1a0f4b7a11',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'git push', description: 'Push the branch' },
    tool_use_id: 'toolu_01',
    ...given,
  })
}
