import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cutGitea } from './forges/cut-gitea.ts'
import { cutGithub } from './forges/cut-github.ts'
import { GITEA, GITHUB } from './forges/used-operations.ts'
import { ROOT } from './run-tool.ts'

/**
 * Renews what the forges say of the requests that Leeway makes. Both descriptions are large and change seldom, so only the part that is
 * used is kept. `npm pack @octokit/openapi gitea-js` and unpack both; then: node scripts/cut-descriptions.ts OCTOKIT GITEA_JS
 */
const [octokit = '', gitea = ''] = process.argv.slice(2)
const read = (...path: readonly string[]) => readFileSync(join(...path), 'utf8')
const { version } = JSON.parse(read(gitea, 'package.json')) as { readonly version: string }

keep('github', cutGithub(JSON.parse(read(octokit, 'generated/api.github.com.json')), GITHUB))
keep('gitea', cutGitea(read(gitea, 'dist/index.d.ts'), GITEA, version))

function keep(name: string, description: unknown): void {
  writeFileSync(join(ROOT, 'test/forges', `${name}.json`), `${JSON.stringify(description, null, 2)}\n`)
}
