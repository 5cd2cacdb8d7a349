import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleCli } from './bundle-cli.ts'
import { mustRun, ROOT } from './run-tool.ts'

/** Files that the product reads beside its code; the compiler leaves them behind. */
const DATA = ['policy/presets/**/*.yaml', 'config/agents/*.yaml']

mustRun('node', 'scripts/build-cockpit.ts')
rmSync(join(ROOT, 'dist'), { recursive: true, force: true })
mustRun('tsc', '-p', 'tsconfig.build.json')

const files = globSync(DATA, { cwd: join(ROOT, 'src') })
for (const file of files) cpSync(join(ROOT, 'src', file), join(ROOT, 'dist', file))

const bundled = await bundleCli()

const bin = join(ROOT, 'dist/cli/main.js')
if (!readFileSync(bin, 'utf8').startsWith('#!/usr/bin/env node\n')) {
  console.error('src/cli/launch.ts must start with `#!/usr/bin/env node`, or the installed command does not start.')
  process.exit(1)
}
console.log(`dist/ is built, with ${files.length} data files; the command has ${bundled}`)
