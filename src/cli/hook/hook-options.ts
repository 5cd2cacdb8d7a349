import { refuseUnsafeAddress } from '../../client/server-address.ts'
import { didYouMean } from '../../model/nearest.ts'
import { quote } from '../../model/quote.ts'
import { parseOptions } from '../parse-options.ts'
import { wrongCall } from '../wrong-call.ts'

/** Well within the ten minutes after which Claude Code gives up on a hook, and then lets the call run. */
export const DEFAULT_WAIT_SECONDS = 540

/** What a hook was told on its command line. */
export interface HookOptions {
  readonly root?: string | undefined
  readonly url?: string | undefined
  /** Whether a proxy or a VPN encrypts the way to the server. */
  readonly proxy: boolean
  readonly agent: string
  readonly waitSeconds: number
  /** Whether a held call is handed to the agent's own dialog. */
  readonly asks: boolean
  /** Set where the settings are to be changed, and no call is to be answered. */
  readonly settings?: { readonly change: 'install' | 'uninstall'; readonly scope: Scope } | undefined
}

/** Whose settings: of the project and everybody in it, of one person in it, or of one person everywhere. */
export type Scope = 'project' | 'local' | 'user'

const OPTIONS = {
  install: { type: 'boolean' },
  uninstall: { type: 'boolean' },
  user: { type: 'boolean' },
  local: { type: 'boolean' },
  root: { type: 'string' },
  url: { type: 'string' },
  proxy: { type: 'boolean' },
  agent: { type: 'string' },
  wait: { type: 'string' },
  'on-hold': { type: 'string' },
} as const

/** Reads the command line of a hook. */
export function readHookOptions(args: readonly string[]): HookOptions {
  const { values, positionals } = parseOptions(args, { options: OPTIONS, allowPositionals: true })
  const [which, ...more] = positionals
  if (which === undefined) throw wrongCall('Say whose hook it is: leeway hook claude')
  if (which !== 'claude') throw wrongCall(`There is no hook for ${quote(which)}.${didYouMean(which, ['claude'])}`)
  if (more.length > 0) throw wrongCall(`That is too much: ${more.map((one) => quote(one)).join(' ')}.`)
  if (values.root !== undefined && values.url !== undefined) throw wrongCall('Give --root or --url, not both.')
  const { url, proxy = false } = values
  if (url !== undefined) refuseUnsafeAddress({ url, proxy })
  return {
    root: values.root,
    url,
    proxy,
    agent: values.agent ?? 'claude',
    waitSeconds: secondsIn(values.wait),
    asks: asksIn(values['on-hold']),
    settings: settingsIn(values),
  }
}

function settingsIn({ install, uninstall, user, local }: { [Name in 'install' | 'uninstall' | Scope]?: boolean }) {
  if (install === true && uninstall === true) throw wrongCall('Give --install or --uninstall, not both.')
  if (user === true && local === true) throw wrongCall('Give --user or --local, not both.')
  const scope: Scope = user === true ? 'user' : local === true ? 'local' : 'project'
  if (install === true || uninstall === true) return { change: install ? 'install' : 'uninstall', scope } as const
  if (scope !== 'project') throw wrongCall(`--${scope} goes with --install or --uninstall.`)
  return undefined
}

const MOST_SECONDS = 86_400

function secondsIn(given: string | undefined): number {
  if (given === undefined) return DEFAULT_WAIT_SECONDS
  const seconds = Number(given)
  if (/^\d+$/.test(given) && seconds >= 1 && seconds <= MOST_SECONDS) return seconds
  throw wrongCall(`--wait is a number of seconds from 1 to ${MOST_SECONDS}, not ${quote(given)}.`)
}

function asksIn(given: string | undefined): boolean {
  if (given === undefined || given === 'wait') return false
  if (given === 'ask') return true
  throw wrongCall(`--on-hold is "wait" or "ask", not ${quote(given)}.`)
}
