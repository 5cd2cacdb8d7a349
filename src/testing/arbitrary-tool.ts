import fc from 'fast-check'
import { partial, sometimes } from './arbitrary-words.ts'

/** Tools that gates call and rules speak of. */
export const TOOLS = ['shell', 'read_file', 'delete_file', 'mcp__db__query', 'constructor'] as const

const COMMANDS = ['rm -rf /', 'ls', 'git push --force', ''] as const
const PATHS = ['/etc/passwd', '/tmp/a', 'src/größe.ts'] as const

const oddArgs = fc.oneof(
  fc.constantFrom({ 'a.b': 'ls' }, { '*': ['rm', { deep: '-rf' }, '/'] }, { constructor: 'rm -rf /' }, { length: 3 }),
  fc
    .dictionary(fc.constantFrom('command', 'path', 'x'), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
    .filter((args) => !JSON.stringify(args).includes('__proto__')),
)

const usualArgs = partial({
  command: sometimes(fc.oneof(fc.constantFrom(...COMMANDS), fc.constantFrom(['rm', '-rf', '/'], ['ls'], [])), 1),
  path: sometimes(fc.constantFrom(...PATHS), 1),
  options: sometimes(fc.record({ force: fc.boolean() })),
  files: sometimes(fc.subarray<string | { name: string }>([...PATHS, { name: '/etc/passwd' }])),
})

/** The arguments of a tool call, mostly such as rules look at. */
export const toolArgs: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  { arbitrary: usualArgs, weight: 6 },
  { arbitrary: oddArgs, weight: 1 },
)

const toolPattern = fc.oneof(
  { arbitrary: fc.constantFrom('shell', 'shell', ...TOOLS), weight: 4 },
  {
    arbitrary: fc.constantFrom('*', '*_file', '?hell', 'mcp__*', 'nothing', { regex: '^(shell|delete)' }),
    weight: 2,
  },
)

const argPath = fc.constantFrom('command', 'path', 'options.force', 'files.*', '*', '*', '/a.b', 'constructor')
const argPattern = fc.constantFrom('*', 'rm *', 'ls', '/etc/*', 'true', '', { regex: 'rm|passwd' }, { regex: '^/tmp' })

/** A rule whose patterns often match the calls of generated gates. */
export const rule = fc.record(
  {
    match: fc
      .record({ tool: toolPattern, args: sometimes(fc.dictionary(argPath, argPattern, { maxKeys: 2 }), 2) })
      .map(({ tool, args }) => (args === undefined ? { tool } : { tool, args })),
    // oxlint-disable-next-line unicorn/no-thenable -- the word of the published policy format
    then: fc.constantFrom('allow', 'allow', 'ask', 'deny'),
    because: fc.constantFrom('the owner said so', 'it once went wrong'),
  },
  { requiredKeys: ['match', 'then'] },
)
