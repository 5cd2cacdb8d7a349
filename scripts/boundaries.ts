import { fileURLToPath } from 'node:url'
import { checkBoundaries } from './boundaries/check-boundaries.ts'
import { readSourceTree } from './boundaries/read-source-tree.ts'

const tree = readSourceTree(fileURLToPath(new URL('..', import.meta.url)))
const violations = checkBoundaries(tree)

for (const { file, line, rule, message } of violations) console.error(`${file}:${line} [${rule}] ${message}`)
console.log(`${tree.modules.length} modules read, ${violations.length} refused imports or files`)
process.exitCode = violations.length === 0 ? 0 : 1
