import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Io } from '../../io.ts'
import type { Finding } from '../../person/finding.ts'
import { shownPath } from '../../text/shown-path.ts'
import { readHookOptions, type Scope } from '../hook-options.ts'
import { readCommand } from './hook-command.ts'
import { handlersIn, isOurs, type Json, listIn, objectIn } from './hook-entry.ts'
import { whyHooksAreOff } from './hooks-switch.ts'
import { readSettings, settingsPath } from './settings-file.ts'
import { tryCommand } from './try-command.ts'

const CHECK = 'claude hook'
const SCOPES: readonly Scope[] = ['project', 'local', 'user']
/** What Claude Code allows a hook whose entry says nothing. */
const USUAL_TIMEOUT = 600
/** So much sooner than it is given up on, a hook has to have answered. */
const LEAST_SPARE = 30

/** Whether the hook of Claude Code is in its settings, gates everything there, is live, and holds a call. */
export async function examineHook(io: Io): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const scope of SCOPES) findings.push(...(await examineSettings(scope, io)))
  if (findings.length > 0 || !existsSync(dirname(settingsPath('project', io)))) return findings
  // Nothing is broken, because nobody has to gate it; that it runs freely is still no good news.
  const detail = 'Claude Code is not gated in this folder. Gate it: leeway hook claude --install'
  return [{ check: CHECK, ok: true, notice: true, detail }]
}

async function examineSettings(scope: Scope, io: Io): Promise<readonly Finding[]> {
  const path = settingsPath(scope, io)
  const shown = shownPath(path, io.folder)
  try {
    const { settings } = await readSettings(path)
    const found = listIn(objectIn(settings, 'hooks'), 'PreToolUse').flatMap((group) =>
      handlersIn(group)
        .filter(isOurs)
        .map((handler) => ({ group: group as Json, handler })),
    )
    const findings: Finding[] = []
    for (const one of found) {
      const wrong =
        (await whyHooksAreOff(io)) ?? whatIsWrong(one) ?? (await tryCommand(one.handler.command, io.folder, io))
      const fine = 'It is live: a canary was held and taken back, and what can not be read is blocked.'
      findings.push({ check: CHECK, ok: wrong === undefined, detail: `${shown}: ${wrong ?? fine}` })
    }
    return findings
  } catch (error) {
    return [{ check: CHECK, ok: false, detail: `${shown}: ${error instanceof Error ? error.message : String(error)}` }]
  }
}

interface Found {
  readonly group: Json
  readonly handler: Json & { readonly command: string }
}

const EVERY_TOOL: readonly unknown[] = [undefined, '', '*', '.*']
const AGAIN = 'Write it anew: leeway hook claude --install'

/** What keeps the hook from gating every call, as far as its own entry says it. */
function whatIsWrong({ group, handler }: Found): string | undefined {
  if (!EVERY_TOOL.includes(group['matcher'])) return `It only gates ${JSON.stringify(group['matcher'])}. ${AGAIN}`
  if (handler['if'] !== undefined) return `It only gates some calls ("if"). ${AGAIN}`
  if (handler['async'] === true || handler['type'] !== 'command') return `It is not waited for. ${AGAIN}`
  const known = readCommand(handler.command)
  if (known === undefined) return `Its command is not one that Leeway wrote, so it is not tried. ${AGAIN}`
  if (!known.blocks && handler['onFailure'] !== 'block') return `A crash of it would let a call run. ${AGAIN}`
  const timeout = typeof handler['timeout'] === 'number' ? handler['timeout'] : USUAL_TIMEOUT
  const { waitSeconds } = readHookOptions(known.args)
  if (timeout >= waitSeconds + LEAST_SPARE) return undefined
  return `Claude Code gives up on it after ${timeout} s and then lets the call run, but it waits ${waitSeconds} s. ${AGAIN}`
}
