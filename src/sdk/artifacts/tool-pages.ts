import { hash } from 'node:crypto'
import type { Decision } from '../../model/decision.ts'
import { parseGate } from '../../model/parse-gate.ts'
import { quote } from '../../model/quote.ts'
import type { CompiledPolicy } from '../../policy/compile.ts'
import { decide } from '../../policy/decide.ts'
import { compilePattern } from '../../policy/patterns/pattern.ts'
import { isName } from '../../policy/rules/match-rules.ts'
import type { Rule } from '../../policy/rules/rule.ts'
import { FOLDERS } from './path-in.ts'
import type { ToolNote } from './tool-note.ts'

/** More pages than this nobody looks through. */
const MOST_TOOLS = 200

/** By which a page is known that we wrote: what others put into the folder stays as it is. */
const MARK = '<!-- Written by Leeway from the program and the policy; changes are lost. -->'

/** Whether a page was written here. */
export function isToolPage(text: string): boolean {
  return text.startsWith(MARK)
}

/** One page for each tool: what it is for, and what becomes of a call. Of the program's own, and of those that a rule names. */
export function toolPages(tools: readonly ToolNote[], policy: CompiledPolicy): ReadonlyMap<string, string> {
  const { rules } = policy.policy
  const named = rules.map(({ match }) => match.tool).filter(isName)
  const known = new Map<string, ToolNote>(named.map((name) => [name, { name }]))
  for (const tool of tools) known.set(tool.name, tool)
  const listed = [...known.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, MOST_TOOLS)
  return new Map(listed.map((tool) => [`${FOLDERS.tools}/${fileName(tool.name)}`, page(tool, policy)]))
}

function page(tool: ToolNote, policy: CompiledPolicy): string {
  const decision = decide(policy, parseGate({ kind: 'tool', tool: tool.name }))
  const rules = policy.policy.rules.filter(({ match }) => compilePattern(match.tool)(tool.name))
  const args = Object.entries(tool.args ?? {}).map(([name, about]) => `- ${quote(name)}: ${about}`)
  return [
    MARK,
    `# ${quote(tool.name).slice(1, -1)}`,
    ...(tool.about === undefined ? [] : [tool.about]),
    ...(args.length === 0 ? [] : ['## Arguments', args.join('\n')]),
    '## May it be called?',
    answer(decision, rules),
    ...(rules.length === 0 ? [] : ['Rules that speak of it, the most severe first:', rules.map(ruleLine).join('\n')]),
    '',
  ].join('\n\n')
}

function answer({ verdict, reason }: Decision, rules: readonly Rule[]): string {
  const differs = rules.some(({ match }) => match.args !== undefined)
  // Any other reason begins with what becomes of the call.
  return `${verdict === 'allow' ? 'Yes. ' : ''}${reason}${differs ? ' With some arguments the answer is another one.' : ''}`
}

function ruleLine({ match: { args }, then, because }: Rule): string {
  const where = args === undefined ? '' : ` where ${Object.keys(args).map(quote).join(' and ')} match`
  return `- ${then}${where}${because === undefined ? '' : `: ${because}`}`
}

const PLAIN = /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*$/
const LONGEST = 80

/** The name as it is where it can be that of a file; any other is made plain and gets a hash, so that no two meet. */
function fileName(name: string): string {
  if (PLAIN.test(name) && name.length <= LONGEST) return `${name}.md`
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const start = plain.slice(0, LONGEST - 9).replace(/^-+|-+$/g, '')
  const mark = hash('sha256', name).slice(0, 8)
  return start === '' ? `${mark}.md` : `${start}-${mark}.md`
}
