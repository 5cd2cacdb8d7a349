import { AppError } from './errors.ts'

/** Whether something was refused because of a kill switch, which is turned off again, and not because a job above is over. */
export function isSwitch(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'halted' && error.details['kill_switch'] !== undefined
}
