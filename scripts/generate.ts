import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { jsonSchema, SCHEMA_NAMES, schemaFile } from '../src/cli/json-schemas.ts'
import type { Description } from '../src/testing/forge/description.ts'
import { requestTypes } from './forges/request-types.ts'
import { documentation } from './pictures/documentation.ts'
import { PREPARED, preparedFiles } from './prepare-files.ts'
import { ROOT } from './run-tool.ts'

/** Where the files of each kind lie: in a project that uses the product, and in the product itself. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  project: ['leeway.yaml'],
  preset: ['leeway/presets/**', 'src/policy/presets/**'],
  agent: ['leeway/agents/**', 'src/config/agents/**'],
  tenant: ['leeway/tenants/**'],
  heuristic: ['leeway/heuristics/**'],
  todos: ['todos.yaml'],
}

/** Every generated file by its path from the root: the schemas, how an editor finds them, presets, and parts of the documentation. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const schemas = SCHEMA_NAMES.map((name): [string, unknown] => [`schemas/${schemaFile(name)}`, jsonSchema(name)])
  const files = [...schemas, ['.vscode/settings.json', editorSettings()] as const]
  const documents = await documentation(ROOT)
  const all = files.map(([path, content]) => [path, `${jsonText(content)}\n`] as const)
  return new Map([...all, ...requestsOfForges(), [PREPARED, await preparedFiles()], ...documents])
}

/** The requests of each forge as types, from what was cut out of its description. */
function requestsOfForges(): readonly (readonly [string, string])[] {
  const forges = { github: 'GithubRequests', gitea: 'GiteaRequests' }
  return Object.entries(forges).map(([forge, name]) => {
    const description = JSON.parse(readFileSync(join(ROOT, `test/forges/${forge}.json`), 'utf8')) as Description
    return [`src/hosts/${forge}/${forge}-requests.ts`, requestTypes(name, description)]
  })
}

/** The generated files whose content on disk is not what it would be now. */
export async function staleFiles(): Promise<readonly string[]> {
  return [...(await generatedFiles())].filter(([path, content]) => onDisk(path) !== content).map(([path]) => path)
}

/** JSON with short lists of words on one line, as our formatter writes it. */
function jsonText(content: unknown): string {
  return JSON.stringify(content, null, 2).replaceAll(LIST_OF_WORDS, (list) => {
    const line = list.replaceAll(/\n\s*/g, ' ').replace('[ ', '[').replace(' ]', ']')
    return line.length <= 90 ? line : list
  })
}

const LIST_OF_WORDS = /\[\n\s*"[^"\n]*"(?:,\n\s*"[^"\n]*")*\n\s*\]/g

function editorSettings() {
  const places = Object.entries(PLACES).map(([name, paths]) => ({ url: `./schemas/${schemaFile(name)}`, paths }))
  return {
    'yaml.schemas': Object.fromEntries(places.map(({ url, paths }) => [url, paths.map((path) => yamlIn(path))])),
    'json.schemas': places
      .map(({ url, paths }) => ({ fileMatch: paths.filter(isFolder).map((path) => `/${path}/*.json`), url }))
      .filter(({ fileMatch }) => fileMatch.length > 0),
  }
}

function isFolder(path: string): boolean {
  return path.endsWith('**')
}

function yamlIn(path: string): string {
  return isFolder(path) ? `${path}/*.{yaml,yml}` : path
}

function onDisk(path: string): string | undefined {
  try {
    return readFileSync(join(ROOT, path), 'utf8')
  } catch {
    return undefined
  }
}

async function write(): Promise<void> {
  for (const [path, content] of await generatedFiles()) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true })
    writeFileSync(join(ROOT, path), content)
    console.log(path)
  }
}

async function check(): Promise<void> {
  const stale = await staleFiles()
  if (stale.length === 0) return console.log('every generated file is up to date')
  console.error(`${stale.join('\n')}\nstale: run \`npm run generate\` and commit the result`)
  process.exitCode = 1
}

if (import.meta.main) {
  await (process.argv.includes('--check') ? check() : write())
}
