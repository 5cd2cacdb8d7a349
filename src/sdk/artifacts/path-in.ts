import { AppError } from '../../model/errors.ts'
import { quote } from '../../model/quote.ts'
import { pathFindings } from '../../review/path-findings.ts'

/** The folders of a workspace that have a meaning, beside that of documents. */
export const FOLDERS = { archive: 'archive', output: 'output', tools: 'tools' } as const

/** The path of a file below a folder. Throws for a name that leads elsewhere, or that nobody could read as it is. */
export function pathIn(folder: string, name: string): string {
  const path = `${folder}/${name}`
  const found = pathFindings(new TextEncoder().encode(path)).find(({ refused }) => refused)
  if (found === undefined) return path
  const message = `${quote(name)} is no name for a file in ${folder}/. ${found.message}`
  throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '' }])
}
