import * as z from 'zod'
import { AppError } from '../../model/errors.ts'
import { problemsOf } from '../../model/problems-of.ts'
import { quote } from '../../model/quote.ts'
import { refuseOdd } from '../../model/refuse-odd.ts'
import { strict } from '../../model/strict.ts'

/** A tool that a program says it uses. */
export const ToolNote = strict({
  name: z.string().min(1).max(1000),
  /** What it does, in a sentence. */
  about: z.string().optional(),
  /** What each argument means, by its name. */
  args: z.record(z.string(), z.string()).readonly().optional(),
}).readonly()
export type ToolNote = z.input<typeof ToolNote>

const EXAMPLE = "{ name: 'send_mail', about: 'Sends a letter.', args: { to: 'Whom it is for.' } }"

/** Reads the tools that a program is declared with. Types are stripped where an agent runs, and nobody sees these before a phase begins. */
export function readTools(input: unknown): readonly ToolNote[] {
  if (!Array.isArray(input)) throw wrong('The tools of a program are a list.', '/tools')
  const at = input.findIndex((tool) => typeof tool !== 'object' || tool === null)
  if (at >= 0) throw wrong(`Tool ${at + 1} of a program is ${shown(input[at])}, and not described.`, `/tools/${at}`)
  refuseOdd(input)
  const parsed = z.array(ToolNote).readonly().safeParse(input)
  if (parsed.success) return parsed.data
  const [problem] = problemsOf(parsed.error, { input })
  throw wrong(problem?.message ?? '', `/tools${problem?.path ?? ''}`)
}

function shown(value: unknown): string {
  return typeof value === 'string' ? quote(value) : String(value)
}

function wrong(what: string, path: string): AppError {
  const message = `${path}: ${what} A tool is written like ${EXAMPLE}; only its name is needed.`
  return new AppError('invalid_input', [{ code: 'invalid_value', message, path }])
}
