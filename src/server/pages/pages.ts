import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { etagOf } from '../http/etag.ts'
import { loadOnce } from '../load-once.ts'
import { type Look, lookOf, styleOf } from './look.ts'
import { noCockpit, SIGN_IN_SCRIPT, signInPage } from './sign-in-page.ts'

/** Something that a browser shows or loads. */
export interface Page {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly type: string
  readonly etag: string
  /** Whether its name says what is in it, so that a browser never has to ask for it again. */
  readonly isKept: boolean
}

/** Every page that there is. */
export interface Pages {
  at(path: string): Promise<Page | undefined>
  /** What reads those that nobody has asked for yet, and what makes them. */
  readonly loads: readonly (() => Promise<unknown>)[]
}

/** Here the build puts a hash of each file into its name. */
const NAMED_BY_CONTENT = '/assets/'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json',
}

/**
 * Finds all pages. Each is read or made once, when it is first asked for, because a server should be there at once. No path of a request
 * ever reaches the file system.
 */
export function findPages({ cockpit, version }: { readonly cockpit: string | null; readonly version: string }): Pages {
  const files = cockpit === null ? new Map<string, () => Promise<Page>>() : filesBelow(cockpit)
  const look = lookOf(new Set(files.keys()))
  const own = new Map<string, () => Promise<Page>>([
    ['/sign-in', loadOnce(async () => page(signInPage(look), '.html'))],
    ['/sign-in.js', loadOnce(async () => page(SIGN_IN_SCRIPT, '.js'))],
    ['/leeway.css', loadOnce(async () => page(styleOf(look), '.css'))],
    ['/reference', loadOnce(async () => page(await reference(version, look), '.html'))],
    ['/openapi.json', loadOnce(async () => page(await description(version), '.json'))],
  ])
  const shell = files.get('/index.html') ?? (async () => page(noCockpit(look), '.html'))
  return {
    // Every other address without an ending is a screen of the cockpit, which finds it by itself; so is one with an id in it.
    at: async (path) => (own.get(path) ?? files.get(path) ?? (isScreen(path) ? shell : undefined))?.(),
    loads: [referenceMaker, descriptionMaker, ...files.values()],
  }
}

/** Ids may hold dots. */
function isScreen(path: string): boolean {
  return extname(path) === '' || /^\/(c|jobs)\/[^/]+$/.test(path)
}

const referenceMaker = () => import('./reference-page.ts')
const descriptionMaker = () => import('../../api/openapi.ts')

async function reference(version: string, look: Look): Promise<string> {
  const { referencePage } = await referenceMaker()
  return referencePage(version, look)
}

async function description(version: string): Promise<string> {
  const { openApi } = await descriptionMaker()
  return JSON.stringify(openApi(version))
}

function filesBelow(folder: string): Map<string, () => Promise<Page>> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    names.map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const path = `/${relative(folder, file).split(sep).join('/')}`
      const isKept = path.startsWith(NAMED_BY_CONTENT)
      return [path, loadOnce(async () => page(await readFile(file), extname(file), isKept))]
    }),
  )
}

function page(body: string | Buffer, extension: string, isKept = false): Page {
  let etag: string | undefined
  return {
    body: typeof body === 'string' ? body : new Uint8Array(body),
    type: TYPES[extension] ?? 'application/octet-stream',
    isKept,
    get etag() {
      etag ??= etagOf(typeof body === 'string' ? body : body.toString('base64'))
      return etag
    },
  }
}
