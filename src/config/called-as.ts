import { dirname } from 'node:path'
import { shellWord } from '../model/shell-word.ts'
import type { Environment } from './environment.ts'

/**
 * What a person types to call the command line from where this process was started, so that a hint can be pasted: npm
 * tells its children which script it runs. A program that imports us has the command in its `node_modules`, where no shell
 * looks, so its `module` says where we lie.
 */
export function calledAs(environment: Environment, module = ''): string {
  const script = environment['npm_lifecycle_script'] ?? ''
  if (script.includes('src/cli/main.ts')) return inCheckout(environment)
  return /^['"]?leeway\b/.test(script) || module.includes('/node_modules/') ? 'npx leeway' : 'leeway'
}

/** Whoever named the checkout with `--prefix` is in another folder, and has to name it again. */
function inCheckout({ npm_package_json: manifest = '', npm_config_prefix: prefix }: Environment): string {
  const checkout = dirname(manifest)
  return prefix === checkout ? `npm --prefix ${shellWord(checkout)} run -s leeway --` : 'npm run -s leeway --'
}
