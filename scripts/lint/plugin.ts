/** Our own lint rules: what the linter's built-in rules cannot say. */

interface Node {
  readonly type: string
  readonly callee?: { readonly type: string; readonly name?: string }
  readonly arguments?: readonly unknown[]
}
interface Context {
  report(finding: { node: Node; message: string }): void
}
type Visitors = Readonly<Record<string, (node: Node) => void>>

const CLOCK = 'This reads the clock. Thinking code gets the time as an argument (`now: Date`).'
const isDate = (node: Node): boolean => node.callee?.type === 'Identifier' && node.callee.name === 'Date'

/** `Date.now()` is refused by a built-in rule; these are the two other ways to ask for the time of day. */
const noClock = {
  create: (context: Context): Visitors => ({
    NewExpression: (node) => {
      if (isDate(node) && node.arguments?.length === 0) context.report({ node, message: CLOCK })
    },
    CallExpression: (node) => {
      if (isDate(node)) context.report({ node, message: CLOCK })
    },
  }),
}

const noEnum = {
  create: (context: Context): Visitors => ({
    TSEnumDeclaration: (node) =>
      context.report({ node, message: 'Write a list instead: `export const NAMES = [...] as const`.' }),
  }),
}

/** The linter asks for a default export. */
export default { meta: { name: 'house' }, rules: { 'no-clock': noClock, 'no-enum': noEnum } }
