import { QueryCache, QueryClient } from '@tanstack/react-query'
import { AppError, ERRORS } from '../../src/model/errors.ts'
import { watchSignIn } from './api.ts'

const TRIES = 5

/** What has been read. Only what the table of errors says may be tried again is tried again. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // A session that has ended is noticed wherever it is first refused; drafts stay in the browser.
      const isOver = error instanceof AppError && error.code === 'not_signed_in' && query.queryKey[0] !== 'me'
      if (isOver) void queryClient.invalidateQueries({ queryKey: ['me'] })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5000,
      refetchOnWindowFocus: false,
      retry: (count, error) => error instanceof AppError && ERRORS[error.code].retry && count < TRIES,
      retryDelay: (count) => Math.min(500 * 2 ** count, 5000),
    },
  },
})

// A tab that was signed out shows its page again as soon as another has signed in; for somebody else it begins anew.
watchSignIn(() => void lookWhoIsHere())

async function lookWhoIsHere(): Promise<void> {
  const known = () => queryClient.getQueryData<{ readonly id: string }>(['me'])?.id
  const before = known()
  await queryClient.invalidateQueries({ queryKey: ['me'] })
  if (before !== undefined && known() !== before) location.reload()
  else void queryClient.invalidateQueries()
}
