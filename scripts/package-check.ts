import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun } from './run-tool.ts'

/** Packs the package as `npm publish` would, and lets two judges look at what a user would install. */
const folder = mkdtempSync(join(tmpdir(), 'leeway-package-'))
try {
  mustRun('npm', 'pack', '--silent', '--pack-destination', folder)
  const [file = ''] = globSync('*.tgz', { cwd: folder })
  const archive = join(folder, file)
  mustRun('publint', 'run', archive, '--strict')
  mustRun('attw', archive, '--profile', 'esm-only')
  console.log(`${file} is fit to publish`)
} finally {
  rmSync(folder, { recursive: true })
}
