import { useEffect } from 'react'
import type { ReviewProps } from './review-props.ts'
import type { Looking } from './use-look.ts'

/** Shows what the address asks for: a file, and Markdown as it reads. */
export function useOpening(
  { files, file, link, isRendered }: Pick<ReviewProps, 'files' | 'file' | 'link' | 'isRendered'>,
  { looking, go }: { readonly looking: Looking; readonly go: (key: string) => void },
): void {
  useEffect(() => {
    if (file === undefined || link !== undefined) return
    // Where one file is open at a time, it is the one that was asked for.
    if (looking.isNarrow) looking.fold(file, false)
    go(`file ${file}`)
    // Only when the page is opened: where somebody goes afterwards is theirs.
  }, [])
  useEffect(() => {
    looking.renderAll(isRendered ? files : [])
    // What is chosen for one file afterwards stays so, until another view is chosen for all.
  }, [isRendered, files])
}
