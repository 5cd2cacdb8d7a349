import { useState } from 'react'
import { api } from '../data/api.ts'
import { errorText } from '../data/error-text.ts'
import type { WhichFile } from '../data/use-pull.ts'
import { say } from '../parts/toasts.tsx'

interface Props {
  readonly which: WhichFile
  readonly children: string
  /** Told when the whole file is there. */
  readonly onHad?: (() => void) | undefined
}

/** Gives the bytes of a file whole, to be kept. They come by a call, because a link would not say whose page it is on. */
export function DownloadFile({ which, children, onHad }: Props) {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      await keep(await api.download('download_file', which))
      onHad?.()
    } catch (error) {
      say('deny', errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className="button quiet" disabled={isBusy} onClick={() => void download()}>
      {isBusy ? 'Downloading…' : children}
    </button>
  )
}

const FORGOTTEN_MS = 60_000

/** Under the name that the server chose, which is one that does no harm. */
async function keep(response: Response): Promise<void> {
  const [, name = 'file'] = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), FORGOTTEN_MS)
}
