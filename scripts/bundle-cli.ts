import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { ROOT } from './run-tool.ts'

const DIST = join(ROOT, 'dist')
const CLI = join(DIST, 'cli')
/** What is a program of its own: the command, and the thread that answers streams. */
const ENTRIES = ['main', 'answer-in-thread']
/** Names stay as they are, for whoever reads a stack. */
const MINIFY = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const

/** What help loads beside the command itself, and a name that is no command. */
const HELP = ['text/tell', 'text/fit-help', '../config/called-as', '../model/nearest', '../model/quote']

/**
 * What is loaded together lies in one file: what commands that only think need, what those need besides that look at what is kept, and what
 * the server needs besides. What help needs stays by itself.
 */
const LAYERS: readonly (readonly [name: string, ...entries: string[]])[] = [
  ['help', 'main', ...HELP],
  ['thinking', 'commands/decide'],
  ['kept', 'commands/checkpoints'],
  ['server', 'commands/up'],
]

/**
 * Puts the command into few files, with what it uses of other packages: a command that is read from hundreds of files spends most of its
 * time on finding them. What has a binary stays outside; so does everything that programs import. They are CommonJS, because the launcher
 * runs them itself, and because an import of Node's own modules makes every part of them: `node:http` alone brings `fetch` along.
 */
export async function bundleCli(): Promise<number> {
  const input = Object.fromEntries(ENTRIES.map((name) => [name, join(CLI, `${name}.js`)]))
  const imports = new Map<string, readonly string[]>()
  const notes: Plugin = { name: 'notes', moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds) }
  const bundle = await rolldown({
    input,
    platform: 'node',
    plugins: [atItsPlace, besideItsBinary, notes],
    preserveEntrySignatures: false,
    // Help loads some things later that commands need at once: where it is not built, each is a file to find.
    checks: { ineffectiveDynamicImport: false },
  })
  const { output } = await bundle.generate({
    format: 'cjs',
    entryFileNames: ({ name }) => (name === 'main' ? 'command-[hash].js' : '[name].js'),
    chunkFileNames: '[name]-[hash].js',
    dynamicImportInCjs: false,
    // A layer never takes what the one below it has.
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: layerOf(imports), debugName: 'layers' }] },
    minify: MINIFY,
  })
  const chunks = output.filter((file) => file.type === 'chunk')
  const launcher = await bundleLauncher(chunks.find(({ name }) => name === 'main')?.fileName ?? '')
  rmSync(CLI, { recursive: true })
  mkdirSync(CLI)
  for (const { fileName, code } of [...chunks, launcher]) writeFileSync(join(CLI, fileName), asAscii(code, fileName))
  writeFileSync(join(CLI, 'package.json'), '{ "type": "commonjs" }\n')
  writeFileSync(join(CLI, 'NOTICES.txt'), noticesOf(chunks.flatMap(({ moduleIds }) => moduleIds)))
  return chunks.length + 1
}

/** The same program without a character beyond ASCII: one that has any takes twice the memory, and longer to read. */
function asAscii(code: string, fileName: string): string {
  // In raw text an escape is taken for what it is written as, and behind a backslash it would be none.
  if (/String\.raw`[^`]*[\u0080-\uffff]|\\[\u0080-\uffff]/.test(code))
    throw new Error(`${fileName} has raw text beyond ASCII.`)
  return code.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** What is started: it runs the first of the other files. */
async function bundleLauncher(first: string): Promise<{ readonly fileName: string; readonly code: string }> {
  const bundle = await rolldown({ input: join(CLI, 'launch.js'), platform: 'node' })
  const footer = `launch(__dirname, ${JSON.stringify(first)})`
  const { output } = await bundle.generate({ format: 'cjs', footer, minify: MINIFY })
  return { fileName: 'main.js', code: output[0].code }
}

/** The first layer that needs a module when it is loaded; none for what somebody loads later. */
function layerOf(imports: ReadonlyMap<string, readonly string[]>): (id: string) => string | null {
  let layers: readonly (readonly [name: string, modules: ReadonlySet<string>])[] | undefined
  let elsewhere: ReadonlySet<string> | undefined
  return (id) => {
    // Whoever loads a layer must not start a program.
    if (ENTRIES.some((name) => id === join(CLI, `${name}.js`))) return null
    layers ??= LAYERS.map(([name, ...entries]) => [name, neededBy(entries, imports)])
    elsewhere ??= neededBy(withoutServer(), imports)
    const layer = layers.find(([, modules]) => modules.has(id))?.[0] ?? null
    // Whoever needs a little of what the server has would read all of it.
    return layer === 'server' && elsewhere.has(id) ? 'kept' : layer
  }
}

/** Whatever runs without a server of its own: the other commands, and what asks a server. */
function withoutServer(): readonly string[] {
  const commands = globSync('commands/*.js', { cwd: CLI }).map((file) => file.slice(0, -'.js'.length))
  return [
    ...commands.filter((command) => command !== join('commands', 'up')),
    '../client/desk/remote-desk',
    '../client/open-leeway',
  ]
}

function neededBy(entries: readonly string[], imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const needed = new Set(entries.map((entry) => join(CLI, `${entry}.js`)))
  for (const id of needed) for (const other of imports.get(id) ?? []) needed.add(other)
  return needed
}

/** A module that looks for a file beside itself finds it where the module was before. */
const atItsPlace: Plugin = {
  name: 'at its place',
  transform: (code, id) => {
    if (!id.startsWith(DIST) || !code.includes('import.meta.url')) return null
    const place = relative(CLI, id).split(sep).join('/')
    return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`)
  },
}

/** What has a binary is bundled too, but for the binary: that one stays where it was installed. */
const besideItsBinary: Plugin = {
  name: 'beside its binary',
  transform: (code, id) => {
    if (!id.endsWith(join('better-sqlite3', 'lib', 'binding.js'))) return null
    return code.replaceAll('__dirname', "path.dirname(require.resolve('better-sqlite3'))")
  },
}

/** The licence of each package whose code is in the files, as each of them asks for. */
function noticesOf(modules: readonly string[]): string {
  const packages = new Set(modules.filter((id) => id.includes('node_modules')).map(packageOf))
  return [...packages].sort().map(noticeOf).join('\n\n')
}

function packageOf(file: string): string {
  let folder = dirname(file)
  while (!existsSync(join(folder, 'package.json')) || nameIn(folder) === undefined) folder = dirname(folder)
  return folder
}

function noticeOf(folder: string): string {
  const [licence] = globSync('LICEN[CS]E*', { cwd: folder })
  if (licence === undefined) throw new Error(`${folder} has no licence to hand on.`)
  return `${nameIn(folder)}\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n`
}

/** Some packages have a package.json in folders of their own, which names nothing. */
function nameIn(folder: string): string | undefined {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly name?: string }).name
}
