import { existsSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { shellWord } from '../../../model/shell-word.ts'
import { EXIT, type ExitCode, type Io } from '../../io.ts'
import { keptRoot } from '../../person/with-desk.ts'
import { shownPath } from '../../text/shown-path.ts'
import { spelled } from '../../text/spelled.ts'
import { tell } from '../../text/tell.ts'
import { DEFAULT_WAIT_SECONDS, type HookOptions, type Scope } from '../hook-options.ts'
import { hookCommand, PROJECT } from './hook-command.ts'
import { hookEntry, withHook, withoutHook } from './hook-entry.ts'
import { readSettings, settingsPath, writeSettings } from './settings-file.ts'

/** Writes the hook into the settings of Claude Code, or takes it out again; everything else there stays. */
export async function changeSettings(options: HookOptions, io: Io): Promise<ExitCode> {
  const { change, scope } = options.settings ?? { change: 'install', scope: 'project' }
  const file = await readSettings(settingsPath(scope, io))
  const shown = shownPath(file.path, io.folder)
  if (change === 'uninstall') {
    await writeSettings(file, withoutHook(file.settings))
    tell(io.stdout, `The hook is not in ${shown} any more. Claude Code runs ungated from its next start.`)
    return EXIT.fine
  }
  const command = hookCommand(programFor(scope, io), [...placeFor(scope, options, io), ...rest(options)])
  await writeSettings(file, withHook(file.settings, hookEntry(command, options.waitSeconds)))
  tell(
    io.stdout,
    `The hook is in ${shown}, and gates Claude Code from its next start. Try it: ${spelled('leeway doctor', io)}`,
  )
  return EXIT.fine
}

/** The folder in which people answer, said once and for all: the agent may go to other folders, and could make one of its own. */
function placeFor(scope: Scope, { root, url, proxy }: HookOptions, io: Io): readonly string[] {
  if (url !== undefined) return ['--url', shellWord(url), ...(proxy ? ['--proxy'] : [])]
  const kept = keptRoot(root === undefined ? io.folder : resolve(io.folder, root))
  if (scope !== 'project') return ['--root', shellWord(kept)]
  const from = relative(io.folder, kept)
  return ['--root', from === '' ? PROJECT : `${PROJECT}/${shellWord(from.split(sep).join('/'))}`]
}

function rest({ agent, waitSeconds, asks }: HookOptions): readonly string[] {
  return [
    ...(agent === 'claude' ? [] : ['--agent', shellWord(agent)]),
    ...(waitSeconds === DEFAULT_WAIT_SECONDS ? [] : ['--wait', String(waitSeconds)]),
    ...(asks ? ['--on-hold', 'ask'] : []),
  ]
}

/** What others share names no place of this machine, where the project brings the program itself. */
function programFor(scope: Scope, { folder }: Io): 'own' | 'project' {
  return scope === 'project' && existsSync(join(folder, 'node_modules', '.bin', 'leeway')) ? 'project' : 'own'
}
