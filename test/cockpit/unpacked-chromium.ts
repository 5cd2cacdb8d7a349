import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const require = createRequire(import.meta.url)
const PACKAGE = pathToFileURL(require.resolve('@sparticuz/chromium'))
const ROOT = join(import.meta.dirname, '../..')
/** Below what `npm ci` makes anew, so that it is always the browser of the version that is installed. */
const CACHE = join(ROOT, 'node_modules/.cache/chromium')
/** The package looks for this when it is loaded, to unpack the libraries that it brings. */
const WITH_LIBRARIES = { AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
const UNPACK = `import packed from '${PACKAGE}'; await packed.executablePath()`

/** A browser that can be started, and the environment in which it finds what came with it. */
interface UnpackedChromium {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * The Chromium that comes from npm, unpacked where only we look for it. The package itself unpacks into the folder for temporary
 * files, where several who begin at once start a browser that another one still writes, and where one of any other version counts.
 * Here it appears as a whole, by a rename; whoever was slower throws theirs away.
 */
export async function unpackedChromium(): Promise<UnpackedChromium> {
  const folder = join(CACHE, version())
  if (!existsSync(folder)) await unpackTo(folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  }
}

async function unpackTo(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  const made = await mkdtemp(`${folder}-`)
  try {
    // In a process of its own: a file that is still open for writing in this one could not be started by a thread beside us.
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: ROOT,
      env: { ...process.env, ...WITH_LIBRARIES, TMPDIR: made },
    })
    const fonts = join(made, 'fonts/fonts.conf')
    await writeFile(fonts, (await readFile(fonts, 'utf8')).replaceAll('/tmp/', `${folder}/`))
    await rename(made, folder)
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', PACKAGE), 'utf8')).version
}
