import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../model/errors.ts'
import { didYouMean } from '../model/nearest.ts'
import { pointer } from '../model/problems-of.ts'
import { quote } from '../model/quote.ts'
import type { ConfigLayer } from '../policy/configure.ts'
import { compileIssueWords, type Matcher } from '../policy/issues/issue-words.ts'
import { AgentFile } from './agent-file.ts'
import { builtInAgents } from './built-in.ts'
import { type Environment, environmentLayers } from './environment.ts'
import { isAbsent, unreadable } from './is-absent.ts'
import { type LoadedCatalog, loadCatalog } from './load-catalog.ts'
import { inSource, parseAs } from './locate-problems.ts'
import type { ProjectFile } from './project-file.ts'
import { readFolder } from './read-folder.ts'
import { readSource, type Source } from './read-source.ts'
import type { Tenant } from './tenant-file.ts'

/** Something read from a file, with the file, and where in the file it stands. */
export interface FromFile<Value> {
  readonly value: Value
  readonly source: Source
  readonly at: '' | '/tenant'
}

/** All that is configured in one place: what the product brings, the project's files, and the environment. */
export interface Workplace {
  readonly catalog: LoadedCatalog
  readonly project: FromFile<ProjectFile> | undefined
  readonly agents: ReadonlyMap<string, FromFile<AgentFile>>
  readonly tenants: ReadonlyMap<string, FromFile<Tenant>>
  readonly environment: readonly ConfigLayer[]
  /** Tells the severity and category of issues by the project's words and the product's. */
  readonly issues: Matcher
}

const BUILT_IN_AGENTS = builtInAgents.map(({ name, value, source }) => [name, { value, source, at: '' }] as const)
/** The name of the project's settings file. */
export const PROJECT_FILE = 'leeway.yaml'
/** The folder of what a project adds: presets, heuristics, agents, tenants. */
export const PROJECT_FOLDER = 'leeway'

/** The presets and heuristics that are known in a project: all that a policy by itself may refer to. */
export function openCatalog(root: string): Promise<LoadedCatalog> {
  return loadCatalog(join(root, PROJECT_FOLDER))
}

/** Reads everything that is configured for a project's root folder. */
export async function openWorkplace(root: string, environment: Environment): Promise<Workplace> {
  const project = await openProject(root)
  const folder = join(root, PROJECT_FOLDER)
  const catalog = await loadCatalog(folder)
  const agents = new Map([...BUILT_IN_AGENTS, ...(await readAgents(join(folder, 'agents')))])
  const tenants = await readTenants(await tenantFolder(root, project))
  for (const tenant of tenants.values()) refuseUnknownWorkers(tenant, [...agents.keys()])
  return {
    catalog,
    project,
    agents,
    tenants,
    environment: environmentLayers(environment, catalog),
    issues: compileIssueWords(project?.value.issue_words),
  }
}

/** Where the tenants are. A folder that the project names has to be there: a typo would drop every tenant's setting. */
async function tenantFolder(root: string, project: FromFile<ProjectFile> | undefined): Promise<string> {
  const named = project?.value.tenants
  if (project === undefined || named === undefined) return join(root, PROJECT_FOLDER, 'tenants')
  if (!(await isAbsent(join(root, named)))) return join(root, named)
  const message = `There is no folder ${quote(named)} beside ${PROJECT_FILE}. Make it, or leave the key out.`
  return inSource(project.source, '', () => {
    throw new AppError('invalid_input', [{ code: 'unknown_name', message, path: '/tenants' }])
  })
}

/** Reads the settings file of a project; undefined where it has none. */
export async function openProject(root: string): Promise<FromFile<ProjectFile> | undefined> {
  await refuseMisnamed(root)
  const path = join(root, PROJECT_FILE)
  if (await isAbsent(path)) return undefined
  const source = await readSource(path)
  // Most folders have no such file, and do not wait for the schemas of what it may say.
  const { ProjectFile } = await import('./project-file.ts')
  return { value: parseAs(ProjectFile, source), source, at: '' }
}

const LOOK_ALIKES = [PROJECT_FILE, 'leeway.yml', 'leeway.json']

/** Settings under a name that is almost right would be passed over, and their ceilings with them. */
async function refuseMisnamed(root: string): Promise<void> {
  if (await isAbsent(root)) return
  const names = await readdir(root).catch((error: unknown) => {
    throw unreadable(root, error)
  })
  const misnamed = names.sort().find((name) => name !== PROJECT_FILE && LOOK_ALIKES.includes(name.toLowerCase()))
  if (misnamed === undefined) return
  const file = join(root, misnamed)
  const beside = names.includes(PROJECT_FILE)
  const wayOut = beside ? `Move what it says to ${PROJECT_FILE}, and take it away.` : `Rename it to ${PROJECT_FILE}.`
  const message = `${quote(misnamed)} is not read; the project's settings stand in ${PROJECT_FILE}. ${wayOut}`
  throw new AppError('unreadable_file', [{ code: 'unreadable_file', message, path: '', file }])
}

/** A project's agent of the same name replaces the product's, because the defaults are only a start. */
async function readAgents(folder: string): Promise<ReadonlyMap<string, FromFile<AgentFile>>> {
  const files = await readFolder(folder)
  return new Map(files.map(({ name, source }) => [name, { value: parseAs(AgentFile, source), source, at: '' }]))
}

async function readTenants(folder: string): Promise<ReadonlyMap<string, FromFile<Tenant>>> {
  const tenants = new Map<string, FromFile<Tenant>>()
  const files = await readFolder(folder)
  if (files.length === 0) return tenants
  const { parseTenant } = await import('./tenant-file.ts')
  for (const { source } of files) {
    const { value, at } = parseTenant(source)
    const taken = tenants.get(value.id)
    if (taken !== undefined) throw twice(value.id, taken.source, source)
    tenants.set(value.id, { value, source, at })
  }
  return tenants
}

/** The workers of the source system, which tenant files may name before there is an agent for them. */
const ROLES = ['analyst', 'researcher', 'data_analyst', 'manager', 'designer']

/** A setting for a worker that does not exist would never hold. */
function refuseUnknownWorkers({ value, source, at }: FromFile<Tenant>, agents: readonly string[]): void {
  const known = [...new Set([...agents, ...ROLES])]
  const unknown = Object.keys(value.workers).filter((worker) => !known.includes(worker))
  if (unknown.length === 0) return
  inSource(source, at, () => {
    const problems = unknown.map((worker) => ({
      code: 'unknown_name' as const,
      message: `There is no agent ${quote(worker)}.${didYouMean(worker, known)}`,
      path: pointer(['workers', worker]),
    }))
    throw new AppError('invalid_input', problems)
  })
}

function twice(id: string, first: Source, second: Source): AppError {
  const message = `The tenant "${id}" is already in ${first.path}. Give one of the two another id.`
  return new AppError('invalid_input', [
    { code: 'duplicate_key', message, path: '/id', file: second.path, ...second.locate('/id') },
  ])
}
