import type { Desk, Halt } from '../../compose.ts'
import { openWorkplace } from '../../config/workplace.ts'
import { harmless } from '../../model/harmless.ts'
import { JOB_STATUSES } from '../../model/job-status.ts'
import type { KillSwitch } from '../../model/kill-switch.ts'
import { nearest } from '../../model/nearest.ts'
import { quote } from '../../model/quote.ts'
import { shellWord } from '../../model/shell-word.ts'
import type { Io } from '../io.ts'
import { spelled } from '../text/spelled.ts'
import { tell } from '../text/tell.ts'
import { findKept } from './with-desk.ts'

/** How many of the newest jobs tell which names are known. */
const LOOKED_AT = 1000

/** Warns of a name that nobody has seen: it may be a slip, or be meant for what is yet to come. */
export async function warnUnseen(desk: Desk, halt: Halt, io: Io): Promise<void> {
  if (halt.of === 'all') return
  const name = nameOf(halt)
  const known = await knownNames(desk, halt.of, io)
  if (known.includes(name)) return
  const seen = halt.of === 'agent' ? 'has worked here lately, nor is one configured' : 'has had any work here lately'
  const meant = nearest(name, known)
  const hint =
    meant === undefined ? knownList(halt.of, known) : ` Did you mean ${quote(meant)}?${commandFor(halt.of, meant, io)}`
  tell(
    io.stderr,
    `warning: No ${halt.of} ${quote(name)} ${seen}. It is halted all the same, should it ever come.${hint}`,
  )
}

/** Agents choose their names. What would act on the terminal is no command that anybody could paste. */
function commandFor(of: NamedHalt['of'], name: string, io: Io): string {
  if (harmless(name) !== name) return ''
  return ` ${spelled(`leeway kill-switch on --${of}`, io)} ${shellWord(name)} --reason WHY`
}

/** Warns that nothing was let go, because nothing of that name was halted. */
export function warnNotHalted(before: KillSwitch, halt: Halt, io: Io): void {
  const [what, halted] = halt.of === 'all' ? ['Everything at once', before.all !== null] : namedIn(before, halt)
  if (halted) return
  const names = halt.of === 'all' ? [] : Object.keys(halt.of === 'agent' ? before.agents : before.tenants)
  const meant = halt.of === 'all' ? undefined : nearest(nameOf(halt), names)
  const hint = meant === undefined ? '' : ` Did you mean ${quote(meant)}?`
  tell(io.stderr, `warning: ${what} was not halted, so nothing has changed.${hint}`)
}

type NamedHalt = Exclude<Halt, { readonly of: 'all' }>

function namedIn({ agents, tenants }: KillSwitch, halt: NamedHalt): readonly [string, boolean] {
  const name = nameOf(halt)
  const halted = Object.hasOwn(halt.of === 'agent' ? agents : tenants, name)
  return [`${halt.of === 'agent' ? 'Agent' : 'Tenant'} ${quote(name)}`, halted]
}

function nameOf(halt: NamedHalt): string {
  return halt.of === 'agent' ? halt.agent : halt.tenant
}

async function knownNames(desk: Desk, of: NamedHalt['of'], io: Io): Promise<readonly string[]> {
  const { rows } = await desk.jobs({ statuses: JOB_STATUSES, newestFirst: true, limit: LOOKED_AT })
  const configured = await configuredNames(of, io)
  return [...new Set([...rows.map((job) => job[of]), ...configured])]
}

/** What is configured badly is told elsewhere; the switch is thrown already. */
async function configuredNames(of: NamedHalt['of'], io: Io): Promise<readonly string[]> {
  try {
    const workplace = await openWorkplace(findKept(io.folder) ?? io.folder, io.environment)
    return [...(of === 'agent' ? workplace.agents : workplace.tenants).keys()]
  } catch {
    return []
  }
}

const MOST_NAMES = 8

function knownList(of: NamedHalt['of'], known: readonly string[]): string {
  if (known.length === 0) return ''
  const more = known.length > MOST_NAMES ? ', …' : ''
  return ` Known ${of}s: ${known.slice(0, MOST_NAMES).map(quote).join(', ')}${more}`
}
