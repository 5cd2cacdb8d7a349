import { asSchema, type Tool } from 'ai'
import { AppError } from '../../model/errors.ts'
import { type FinishedCall, inputOf, type PassedCall } from './passed-call.ts'

type ToolOptions = Parameters<NonNullable<Tool['execute']>>[1]

/** Runs a tool with what may run, once, and gives what came of it. */
export async function runTool(tool: Tool, call: PassedCall | FinishedCall, options: object): Promise<unknown> {
  if (call.ran) return call.value
  return call.finish(async () => {
    const input = call.edited ? await fitting(tool, inputOf(call.asked, call.args)) : call.asked
    return lastOf(await tool.execute?.(input, options as ToolOptions))
  })
}

/** What a person wrote has to be what the tool takes, as what a model writes does. */
async function fitting(tool: Tool, input: unknown): Promise<unknown> {
  const checked = await asSchema(tool.inputSchema).validate?.(input)
  if (checked === undefined || checked.success) return checked === undefined ? input : checked.value
  const message = `What a person made of the arguments is not what the tool takes: ${checked.error.message}`
  throw new AppError('invalid_input', [], { message })
}

/** A tool that reports as it goes has its result at the end. */
async function lastOf(result: unknown): Promise<unknown> {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result
  let last: unknown
  for await (const part of result as AsyncIterable<unknown>) last = part
  return last
}
