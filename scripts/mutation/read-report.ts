import * as z from 'zod'
import type { Survivor } from './survivor.ts'

const Position = z.object({ line: z.int().positive(), column: z.int().positive() })
const Mutant = z.object({
  mutatorName: z.string(),
  replacement: z.string().default(''),
  status: z.string(),
  location: z.object({ start: Position, end: Position }),
})
const Report = z.object({
  files: z.record(z.string(), z.object({ source: z.string(), mutants: z.array(Mutant) })),
})

/** A mutant that was switched off in the code counts as well: the place to explain it is the list of survivors. */
const UNNOTICED = ['Survived', 'NoCoverage', 'Ignored']

/** Reads the mutation report: how many mutants there were, and which of them no test noticed. */
export function readReport(json: string): { mutants: number; survivors: Survivor[] } {
  const files = Object.entries(Report.parse(JSON.parse(json)).files)
  return {
    mutants: files.reduce((sum, [, { mutants }]) => sum + mutants.length, 0),
    survivors: files.flatMap(([file, { source, mutants }]) =>
      mutants
        .filter(({ status }) => UNNOTICED.includes(status))
        .map(({ mutatorName, replacement, location }) => ({
          file,
          mutator: mutatorName,
          original: oneLine(cut(source, location)),
          replacement: oneLine(replacement),
        })),
    ),
  }
}

/** The report counts lines and columns from 1; the end column is the first one that is not part of it. */
function cut(source: string, { start, end }: z.infer<typeof Mutant>['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join('\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
