import * as z from 'zod'
import { AppError } from '../model/errors.ts'
import { ChosenId, JobId, TenantId } from '../model/ids.ts'
import { problemsOf } from '../model/problems-of.ts'
import { refuseHalfCharacters } from '../model/refuse-half-characters.ts'

const Title = z.string().max(1000)

/** What an agent says of a question in words. Types are stripped where it runs, and what is no text could not be shown to anybody. */
export const GateTexts = z.object({
  key: z.string().optional(),
  id: ChosenId.optional(),
  title: Title.optional(),
})

/** The same of a job. */
export const JobTexts = z.object({
  agent: z.string(),
  title: Title.optional(),
  key: z.string().nullish(),
  startedBy: z.string().optional(),
})

/** What a tenant and a job are called. */
export const TenantName = z.object({ tenant: TenantId })
export const JobName = z.object({ job: JobId })

/** Reads what somebody handed in, and says in our words what is wrong with it. */
export function readGiven<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) {
    refuseHalfCharacters(parsed.data, '')
    return parsed.data
  }
  const problems = problemsOf(parsed.error, { input })
  const [first] = problems
  throw new AppError('invalid_input', problems, first && { message: `${first.message} It stands at ${first.path}.` })
}
