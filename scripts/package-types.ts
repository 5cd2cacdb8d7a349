import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mustRun, ROOT } from './run-tool.ts'

const USES = `import { openLeeway, type Feedback, type OpenOptions } from 'leeway'
import { openLeeway as connect } from 'leeway/client'

export async function use(options: OpenOptions): Promise<unknown> {
  const leeway = await openLeeway(options)
  const program = leeway.program({ name: 'report', version: '1' }, async (job, topic: string) => \`\${job.id} \${topic}\`)
  const run = await leeway.start(program, { key: 'tea', input: 'tea' })
  return [run.status, connect]
}
export type Heard = Feedback['verdict']
`

/**
 * Checks the types of the packed package as a project does that checks those of its packages too (`skipLibCheck: false`), and has nothing installed
 * but what we name as dependencies: no types of Node, and none of the database. `leeway/ai-sdk` is left
 * out: the types of the SDK that it is for want more than that.
 */
export function checkTypes(archive: string, folder: string): void {
  const own = join(folder, 'node_modules/leeway')
  mkdirSync(own, { recursive: true })
  mustRun('tar', '-xzf', archive, '-C', own, '--strip-components', '1')
  const { dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { dependencies: object }
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), link)
  }
  const compilerOptions = {
    ...{ target: 'es2024', lib: ['esnext', 'dom'], module: 'nodenext', types: [], noEmit: true },
    ...{ strict: true, skipLibCheck: false },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'use.ts'), USES)
  mustRun('tsc', '-p', folder)
}
