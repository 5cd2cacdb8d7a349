import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '../model/errors.ts'
import type { ConfigLayer } from '../policy/configure.ts'
import { AgentFile } from './agent-file.ts'
import { type Environment, environmentLayers } from './environment.ts'
import { type LoadedCatalog, loadCatalog } from './load-catalog.ts'
import { parseAs } from './locate-problems.ts'
import { ProjectFile } from './project-file.ts'
import { readFolder } from './read-folder.ts'
import { readSource, type Source } from './read-source.ts'
import { parseTenant, type Tenant } from './tenant-file.ts'

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
}

const BUILT_IN_AGENTS = fileURLToPath(new URL('./agents', import.meta.url))
/** The name of the project's settings file. */
export const PROJECT_FILE = 'leeway.yaml'
/** The folder of what a project adds: presets, heuristics, agents, tenants. */
export const PROJECT_FOLDER = 'leeway'

/** Reads everything that is configured for a project's root folder. */
export async function openWorkplace(root: string, environment: Environment): Promise<Workplace> {
  const project = await readProject(join(root, PROJECT_FILE))
  const folder = join(root, PROJECT_FOLDER)
  const catalog = await loadCatalog({ folder, issueWords: project?.value.issue_words })
  const tenantFolder =
    project?.value.tenants === undefined ? join(folder, 'tenants') : join(root, project.value.tenants)
  return {
    catalog,
    project,
    agents: new Map([...(await readAgents(BUILT_IN_AGENTS)), ...(await readAgents(join(folder, 'agents')))]),
    tenants: await readTenants(tenantFolder),
    environment: environmentLayers(environment, catalog),
  }
}

async function readProject(path: string): Promise<FromFile<ProjectFile> | undefined> {
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (!exists) return undefined
  const source = await readSource(path)
  return { value: parseAs(ProjectFile, source), source, at: '' }
}

/** A project's agent of the same name replaces the product's, because the defaults are only a start. */
async function readAgents(folder: string): Promise<ReadonlyMap<string, FromFile<AgentFile>>> {
  const files = await readFolder(folder)
  return new Map(files.map(({ name, source }) => [name, { value: parseAs(AgentFile, source), source, at: '' }]))
}

async function readTenants(folder: string): Promise<ReadonlyMap<string, FromFile<Tenant>>> {
  const tenants = new Map<string, FromFile<Tenant>>()
  for (const { source } of await readFolder(folder)) {
    const { value, at } = parseTenant(source)
    const taken = tenants.get(value.id)
    if (taken !== undefined) throw twice(value.id, taken.source, source)
    tenants.set(value.id, { value, source, at })
  }
  return tenants
}

function twice(id: string, first: Source, second: Source): AppError {
  const message = `The tenant "${id}" is already in ${first.path}. Give one of the two another id.`
  return new AppError('invalid_input', [
    { code: 'duplicate_key', message, path: '/id', file: second.path, ...second.locate('/id') },
  ])
}
