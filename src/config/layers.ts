import { AppError } from '../model/errors.ts'
import { didYouMean, nearest } from '../model/nearest.ts'
import { pointer } from '../model/problems-of.ts'
import { quote } from '../model/quote.ts'
import { checkNames } from '../policy/check-names.ts'
import type { ConfigLayer, Layering } from '../policy/configure.ts'
import type { AgentFile, Program } from './agent-file.ts'
import { type Autonomy, documentOf } from './autonomy.ts'
import { inSource } from './locate-problems.ts'
import type { PolicyRequest } from './policy-request.ts'
import type { Source } from './read-source.ts'
import type { Tenant } from './tenant-file.ts'
import type { FromFile, Workplace } from './workplace.ts'

export type { PolicyRequest } from './policy-request.ts'

/** A layer that remembers the file it stands in; a variable or a request stands in none. */
export interface PlacedLayer extends ConfigLayer {
  readonly place?: { readonly source: Source; readonly at: string }
}

interface Placed extends Layering {
  readonly layers: readonly PlacedLayer[]
  readonly ceilings: readonly PlacedLayer[]
}

/** Everything that has a say in the policy of such a job, lowest first, and the ceilings over it. */
export function layersFor(workplace: Workplace, request: PolicyRequest): Placed {
  const agent = request.agent === undefined ? undefined : pick('agent', request.agent, workplace.agents)
  const layers: readonly (PlacedLayer | undefined)[] = [
    { id: 'standard', document: { preset: 'standard' } },
    inFile(workplace, 'project', {
      file: workplace.project,
      at: '/autonomy',
      family: 'jobs',
      says: workplace.project?.value.autonomy,
    }),
    ...workplace.environment,
    agent?.value.autonomy === undefined ? programLayer(workplace, programOf(request, agent?.value)) : undefined,
    inFile(workplace, 'agent', { file: agent, at: '/autonomy', family: 'jobs', says: agent?.value.autonomy }),
    ...tenantLayers(workplace, request),
    jobLayer(workplace, request.config_override?.autonomy),
  ]
  return { layers: layers.filter((layer) => layer !== undefined), ceilings: ceilingsFor(workplace, request.user) }
}

/** An agent that names no program is driven in phases; a job without an agent has no program unless it says so. */
function programOf(request: PolicyRequest, agent: AgentFile | undefined): Program | undefined {
  return request.program ?? agent?.program ?? (agent && 'phased')
}

/** The preset that jobs of a program have where their agent names none. */
const PROGRAM_DEFAULTS: Readonly<Record<Program, string>> = {
  phased: 'jobs/partial',
  workflow: 'runs/guarded',
  thread: 'threads/plan_then_review',
  plan: 'workers/semi_supervised',
}

function programLayer(workplace: Workplace, program: Program | undefined): PlacedLayer | undefined {
  if (program === undefined) return undefined
  const { project } = workplace
  const own = program === 'thread' ? project?.value.threads?.default_autonomy_composition : undefined
  const at = '/threads/default_autonomy_composition'
  const composed = inFile(workplace, 'program thread', { file: project, at, family: 'threads', says: own })
  return composed ?? { id: `program ${program}`, document: { preset: PROGRAM_DEFAULTS[program] } }
}

/** What a tenant says: its budget for every worker, and over it its setting for this one. */
function tenantLayers(workplace: Workplace, { tenant, agent }: PolicyRequest): readonly (PlacedLayer | undefined)[] {
  if (tenant === undefined) return []
  const file = pick('tenant', tenant, workplace.tenants)
  if (agent === undefined)
    throw refusal(`The tenant ${quote(tenant)} has a setting for each of its workers. Name the agent as well.`)
  const worker = Object.hasOwn(file.value.workers, agent) ? file.value.workers[agent] : undefined
  if (worker?.enabled === false)
    throw refusal(`The tenant ${quote(tenant)} has switched the worker ${quote(agent)} off.`)
  const at = file.at + pointer(['workers', agent, 'autonomy'])
  return [tenantBudget(file), inFile(workplace, 'tenant', { file, at, family: 'workers', says: worker?.autonomy })]
}

/** In tenant files a budget of 0 means that there is none. */
function tenantBudget({ value, source, at }: FromFile<Tenant>): PlacedLayer | undefined {
  const budget = value.observability?.cost_budget_usd ?? 0
  if (budget === 0) return undefined
  const place = { source, at: `${at}/observability/cost_budget_usd` }
  return { id: 'tenant budget', document: { budget_usd: budget }, place }
}

function jobLayer({ catalog }: Workplace, autonomy: Autonomy | undefined): PlacedLayer | undefined {
  if (autonomy === undefined) return undefined
  return { id: 'job', document: checkNames(documentOf(autonomy, 'jobs', catalog), catalog) }
}

function ceilingsFor(workplace: Workplace, user: string | undefined): readonly PlacedLayer[] {
  const { global, project, users = {} } = workplace.project?.value.ceilings ?? {}
  const own = user === undefined ? undefined : ceilingOf(user, users)
  const all = [
    { id: 'global ceiling', keys: ['global'], says: global },
    { id: 'project ceiling', keys: ['project'], says: project },
    { id: 'user ceiling', keys: ['users', user ?? ''], says: own },
  ]
  return all
    .map(({ id, keys, says }) =>
      inFile(workplace, id, { file: workplace.project, at: pointer(['ceilings', ...keys]), family: 'jobs', says }),
    )
    .filter((layer) => layer !== undefined)
}

/** Who is not listed has no ceiling of their own; but a slip in a listed name would take that person's ceiling away. */
function ceilingOf(user: string, users: Readonly<Record<string, Autonomy>>): Autonomy | undefined {
  if (Object.hasOwn(users, user)) return users[user]
  const listed = Object.keys(users)
  const meant = nearest(user, listed) ?? listed.find((name) => name.toLowerCase() === user.toLowerCase())
  if (meant === undefined) return undefined
  const wayOut = `Did you mean ${quote(meant)}? If not, list ${quote(user)} there too; {} sets no ceiling.`
  throw refusal(`No user ${quote(user)} is listed in the ceilings. ${wayOut}`)
}

interface Said {
  readonly file: FromFile<unknown> | undefined
  readonly at: string
  readonly family: string
  readonly says: Autonomy | undefined
}

/** A layer from one place of a file; a mistake in it is told with its line. */
function inFile(workplace: Workplace, id: string, { file, at, family, says }: Said): PlacedLayer | undefined {
  if (file === undefined || says === undefined) return undefined
  const document = inSource(file.source, at, () =>
    checkNames(documentOf(says, family, workplace.catalog), workplace.catalog),
  )
  return { id, document, place: { source: file.source, at } }
}

function pick<Value>(what: string, name: string, all: ReadonlyMap<string, Value>): Value {
  const found = all.get(name)
  if (found !== undefined) return found
  throw refusal(`There is no ${what} ${quote(name)}.${didYouMean(name, [...all.keys()])}`)
}

function refusal(message: string): AppError {
  return new AppError('invalid_input', [{ code: 'unknown_name', message, path: '' }])
}
