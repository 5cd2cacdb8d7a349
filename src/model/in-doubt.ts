import { AppError } from './errors.ts'

/** Nobody knows whether an action took effect, so that nothing goes on before a person has said it; with the way to do so. */
export function inDoubt(
  details: { readonly attempt: string } | { readonly job: string; readonly status: string },
): AppError {
  const isOne = 'attempt' in details
  const what = isOne ? `attempt ${details.attempt}` : `something that job ${details.job} did`
  const how = isOne
    ? `leeway settle ${details.attempt} --succeeded, or --failed, and --reason WHY`
    : 'leeway jobs names it'
  const message = `Nobody knows whether ${what} took effect, and it is not tried again. Look in the world, and say it: ${how}.`
  const next = isOne ? howToSettle(details.attempt) : 'See what is in doubt: leeway jobs'
  return new AppError('job_in_doubt', [], { message, details: { ...details, next } })
}

/** The command by which a person says what became of an attempt. */
export function howToSettle(attempt: string): string {
  return `leeway settle ${attempt} --succeeded | --failed --reason WHY`
}
