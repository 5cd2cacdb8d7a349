import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The root of the repository, where every tool runs. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A finished tool: whether it was content, and what it printed unless that went straight to the terminal. */
export interface ToolResult {
  readonly ok: boolean
  readonly output: string
}

interface Options {
  /** Lets the tool print as it goes; otherwise its output is collected. */
  readonly live?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/** `node` is the version that runs this script; npm and tar come from the machine, all else from node_modules. */
const COMMANDS: Readonly<Record<string, string>> = { node: process.execPath, npm: 'npm', tar: 'tar' }

/** Runs one tool at the root of the repository and waits for it. */
export function runTool(tool: string, args: readonly string[], { live = false, env = {} }: Options = {}): ToolResult {
  const command = COMMANDS[tool] ?? `${ROOT}node_modules/.bin/${tool}`
  const result = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: live ? 'inherit' : 'pipe',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (result.error) return { ok: false, output: `${tool} did not run: ${result.error.message}` }
  return { ok: result.status === 0, output: `${result.stdout ?? ''}${result.stderr ?? ''}` }
}

/** Runs a tool that the rest of a script cannot do without, and ends the script when it fails. */
export function mustRun(tool: string, ...args: readonly string[]): void {
  const { ok, output } = runTool(tool, args)
  if (ok) return
  console.error(output)
  console.error(`✗ ${tool} ${args.join(' ')}`)
  process.exit(1)
}
