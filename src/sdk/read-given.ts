import * as z from 'zod'
import { AgentName } from '../model/agent-name.ts'
import { AppError } from '../model/errors.ts'
import { ChosenId, JobId, TenantId } from '../model/ids.ts'
import { problemsOf } from '../model/problems-of.ts'
import { refuseHalfCharacters } from '../model/refuse-half-characters.ts'

const Title = z.string().max(1000)
const Key = z
  .string()
  .min(1, { error: 'A key names something, and an empty one does not. Leave it out where nothing has to be named.' })

/** What an agent says of a question in words. Types are stripped where it runs, and what is no text could not be shown to anybody. */
export const GateTexts = z.object({
  key: Key.optional(),
  id: ChosenId.optional(),
  title: Title.optional(),
})

/** The same of a job. */
export const JobTexts = z.object({
  agent: AgentName,
  title: Title.optional(),
  key: Key.nullish(),
  startedBy: z.string().optional(),
})

/** What a tenant and a job are called. */
export const TenantName = z.object({ tenant: TenantId })
export const JobName = z.object({ job: JobId })
/** What a question is called. */
export const CheckpointName = z.object({ checkpoint: z.string() })

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
