import { Prose } from '../parts/visible.tsx'
import type { Draft } from './use-draft.ts'

/** What somebody was writing when it was answered elsewhere: nobody got it, and it is theirs to copy. */
export function NotSent({ draft: { answer, text, args, value } }: { readonly draft: Draft }) {
  const rest = answer === 'edit' ? args : answer === 'respond' ? value : undefined
  const words = [text, rest ?? ''].filter((part) => part.trim() !== '').join('\n\n')
  if (words === '') return null
  return (
    <section className="notice" aria-labelledby="not-sent">
      <div>
        <p id="not-sent" className="dim small">
          What you were writing was not sent:
        </p>
        <p className="words">
          <Prose text={words} />
        </p>
      </div>
    </section>
  )
}
