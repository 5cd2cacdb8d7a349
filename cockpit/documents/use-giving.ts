import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AppError } from '../../src/model/errors.ts'
import type { JobId } from '../../src/model/ids.ts'
import { api } from '../data/api.ts'
import { errorText } from '../data/error-text.ts'
import { documentsQuery } from '../data/use-documents.ts'
import { readFiles, whyNot } from './read-files.ts'

/** The giving of documents. */
export interface Giving {
  readonly isBusy: boolean
  /** What was just done, for everybody to see and hear. */
  readonly said: string
  readonly wrong: string | undefined
  readonly give: (files: readonly File[], replace: boolean) => void
}

/** The words beside the tick. */
export const REPLACE = 'Replace those of the same name'

/** Gives a job files, all of them or none, and says how that went. */
export function useGiving(job: JobId): Giving {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const [wrong, setWrong] = useState<string>()
  const give = async (files: readonly File[], replace: boolean) => {
    const refused = whyNot(files)
    setWrong(refused)
    setSaid('')
    if (refused !== undefined || files.length === 0) return
    setBusy(true)
    try {
      const documents = [...(await readFiles(files))]
      await api.call('upload_documents', { job, documents, replace }, { key: crypto.randomUUID() })
      setSaid(files.length === 1 ? `“${documents[0]?.name}” is given.` : `${files.length} documents are given.`)
    } catch (error) {
      setWrong(error instanceof AppError ? refusedText(error) : String((error as Error).message))
    } finally {
      await client.invalidateQueries({ queryKey: documentsQuery(job).queryKey })
      setBusy(false)
    }
  }
  return { isBusy, said, wrong, give: (files, replace) => void give(files, replace) }
}

/** With what to tick on this page, where that helps. */
function refusedText(error: AppError): string {
  const how = error.details['replaceable'] === undefined ? '' : ` To replace it, tick “${REPLACE}” and give it again.`
  return `${errorText(error)}${how}`
}
