import { Copy } from 'lucide-react'
import { namedIn } from './hidden-characters.ts'
import { say } from './toasts.tsx'

/** Copies a name that is needed elsewhere; `what` says what it is, as in "the name of the branch". */
export function CopyButton({ what, text }: { readonly what: string; readonly text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => say('allow', `${what.charAt(0).toUpperCase()}${what.slice(1)} is copied.`),
      () => say('deny', 'The browser did not let us copy it.'),
    )
  return (
    <button
      type="button"
      className="button quiet icon"
      aria-label={`Copy ${what}`}
      title={`Copy ${what}: ${namedIn(text)}`}
      onClick={() => void copy()}
    >
      <Copy size={14} aria-hidden />
    </button>
  )
}
