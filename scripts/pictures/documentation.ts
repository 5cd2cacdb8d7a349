import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type LoadedCatalog, loadCatalog } from '../../src/config/load-catalog.ts'
import { Gate, type GateInput } from '../../src/model/gate.ts'
import { compilePolicy } from '../../src/policy/compile.ts'
import { decide } from '../../src/policy/decide.ts'
import { resolvePolicy } from '../../src/policy/resolve.ts'
import { readSourceTree } from '../boundaries/read-source-tree.ts'
import { decisionPicture } from './decision-picture.ts'
import { folderDiagram } from './folder-diagram.ts'
import { axisTable, presetTable } from './tables.ts'

type GeneratedFile = readonly [path: string, text: string]

/** The pictures and tables of the documentation, made from the code as it is. */
export async function documentation(root: string): Promise<readonly GeneratedFile[]> {
  const catalog = await loadCatalog()
  const folders = `\`\`\`mermaid\n${folderDiagram(readSourceTree(root))}\n\`\`\``
  const tables = { axes: axisTable(), presets: presetTable([...catalog.presets.values()]) }
  return [
    await filled(root, 'ARCHITECTURE.md', { folders }),
    await filled(root, 'docs/policy.md', tables),
    ['docs/decision.svg', oneDecision(catalog)],
  ]
}

/** A document with its generated parts renewed; each stands between two comments that bear its name. */
async function filled(root: string, path: string, parts: Readonly<Record<string, string>>): Promise<GeneratedFile> {
  const document = await readFile(join(root, path), 'utf8')
  return [path, Object.entries(parts).reduce((text, [name, part]) => fill(text, name, part), document)]
}

function fill(document: string, name: string, part: string): string {
  const begin = `<!-- ${name}: made by \`npm run generate\` -->`
  const end = `<!-- end of ${name} -->`
  const [before, rest] = document.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`The comments for the generated part "${name}" are missing.`)
  return `${before}${begin}\n\n${part}\n\n${end}${after}`
}

/** A real decision, so that the picture can't promise what the code does not do. */
function oneDecision(catalog: LoadedCatalog): string {
  const gate: GateInput = { kind: 'tool', tool: 'send_invoice', args: { to: 'ada@example.com' }, spent_usd: 0.12 }
  const decision = decide(compilePolicy(resolvePolicy('standard', catalog), catalog), Gate.parse(gate))
  return decisionPicture({ policy: 'standard', gate, decision })
}
