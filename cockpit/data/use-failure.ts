import { useEffect, useState } from 'react'
import { AppError } from '../../src/model/errors.ts'
import { errorText } from './error-text.ts'
import { useConnection } from './use-connection.ts'

/** What went wrong, to be said until it is tried again; that no server answers is said only until one does. */
export function useFailure(): { readonly text: string | null; readonly note: (thrown: unknown) => void } {
  const [thrown, setThrown] = useState<unknown>(null)
  const connection = useConnection()
  useEffect(() => {
    if (connection === 'live') setThrown((last: unknown) => (isUnreachable(last) ? null : last))
  }, [connection])
  return { text: thrown === null ? null : errorText(thrown), note: setThrown }
}

function isUnreachable(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'server_unreachable'
}
