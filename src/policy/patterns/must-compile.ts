import type * as z from 'zod'
import { AppError } from '../../model/errors.ts'

/** Checks a text while it is parsed by preparing it; what the preparation refuses becomes an issue at its place. */
export function mustCompile(compile: (source: string) => unknown) {
  return (source: string, context: z.RefinementCtx<string>): void => {
    try {
      compile(source)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      context.addIssue({ code: 'custom', message: error.message })
    }
  }
}
