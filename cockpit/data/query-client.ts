import { QueryClient } from '@tanstack/react-query'
import { AppError, ERRORS } from '../../src/model/errors.ts'

const TRIES = 5

/** What has been read. Only what the table of errors says may be tried again is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      refetchOnWindowFocus: false,
      retry: (count, error) => error instanceof AppError && ERRORS[error.code].retry && count < TRIES,
      retryDelay: (count) => Math.min(500 * 2 ** count, 5000),
    },
  },
})
