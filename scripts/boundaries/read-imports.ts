import { parseSync, Visitor } from 'oxc-parser'
import type { Import, Module } from './module.ts'

/** Finds every import in the text of a module, types and dynamic imports alike. */
export function readImports(file: string, text: string): Module {
  const { program, errors } = parseSync(file, text)
  const [error] = errors
  if (error !== undefined) return { file, imports: [], unreadable: error.message }

  const imports: Import[] = []
  const add = (node: { start: number }, source: Source | null | undefined): void => {
    imports.push({ specifier: literal(source), line: text.slice(0, node.start).split('\n').length })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node, node.source),
    ExportAllDeclaration: (node) => add(node, node.source),
    ExportNamedDeclaration: (node) => node.source && add(node, node.source),
    ImportExpression: (node) => add(node, node.source),
    TSImportType: (node) => add(node, node.source),
    TSExternalModuleReference: (node) => add(node, node.expression),
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') add(node, node.arguments[0])
    },
  }).visit(program)
  return { file, imports }
}

interface Source {
  readonly type: string
  readonly value?: unknown
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[]
}

/** The text of a string, or of a template that has nothing to fill in. */
function literal(source: Source | null | undefined): string | undefined {
  if (source?.type === 'Literal' && typeof source.value === 'string') return source.value
  if (source?.type === 'TemplateLiteral' && source.quasis?.length === 1)
    return source.quasis[0]?.value.cooked ?? undefined
  return undefined
}
