/** A part of the settings of Claude Code; everything in it that is not ours stays as it is. */
export type Json = Readonly<Record<string, unknown>>

/** How the hook stands in the settings. */
export interface HookEntry {
  readonly type: 'command'
  readonly command: string
  readonly timeout: number
  readonly onFailure: 'block'
}

/** How much longer Claude Code waits than the hook does, so that the hook is always the one that answers. */
const SPARE_SECONDS = 60

/** What is written into the settings. */
export function hookEntry(command: string, waitSeconds: number): HookEntry {
  return { type: 'command', command, timeout: waitSeconds + SPARE_SECONDS, onFailure: 'block' }
}

/** Whether a handler in the settings is this hook, whoever wrote it there. */
export function isOurs(handler: unknown): handler is Json & { readonly command: string } {
  if (typeof handler !== 'object' || handler === null || !('command' in handler)) return false
  return (
    typeof handler.command === 'string' &&
    /\bhook claude\b/.test(handler.command) &&
    /leeway|main\.[jt]s/.test(handler.command)
  )
}

/** The settings with the hook in them, once. */
export function withHook(settings: Json, entry: HookEntry): Json {
  const without = withoutHook(settings)
  const hooks = objectIn(without, 'hooks')
  const groups = listIn(hooks, 'PreToolUse')
  return { ...without, hooks: { ...hooks, PreToolUse: [...groups, { matcher: '*', hooks: [entry] }] } }
}

/** The settings as they would be if the hook had never been there. */
export function withoutHook(settings: Json): Json {
  if (!('hooks' in settings)) return settings
  const { hooks: _hooks, ...rest } = settings
  const { PreToolUse: _groups, ...others } = objectIn(settings, 'hooks')
  const groups = listIn(objectIn(settings, 'hooks'), 'PreToolUse')
  const left = groups.flatMap(withoutOurs)
  if (left.length === groups.length && left.every((group, index) => group === groups[index])) return settings
  const hooks = left.length === 0 ? others : { ...objectIn(settings, 'hooks'), PreToolUse: left }
  return Object.keys(hooks).length === 0 ? rest : { ...settings, hooks }
}

/** A group without our handler; nothing where it held no other. */
function withoutOurs(group: unknown): readonly unknown[] {
  const handlers = handlersIn(group)
  const others = handlers.filter((handler) => !isOurs(handler))
  if (others.length === handlers.length) return [group]
  return others.length === 0 ? [] : [{ ...(group as Json), hooks: others }]
}

/** The handlers of a group of hooks. */
export function handlersIn(group: unknown): readonly unknown[] {
  const hooks = typeof group === 'object' && group !== null && 'hooks' in group ? group.hooks : []
  return Array.isArray(hooks) ? hooks : []
}

/** An object in the settings; an empty one where there is none, and an error where something else stands. */
export function objectIn(settings: Json, key: string): Json {
  const value = settings[key] ?? {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  throw new TypeError(`"${key}" is not an object there.`)
}

/** A list in the settings; an empty one where there is none, and an error where something else stands. */
export function listIn(settings: Json, key: string): readonly unknown[] {
  const value = settings[key] ?? []
  if (Array.isArray(value)) return value
  throw new TypeError(`"${key}" is not a list there.`)
}
