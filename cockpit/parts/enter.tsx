import { CornerDownLeft } from 'lucide-react'

/** The key that confirms, as a picture: not every font has it. */
export function Enter() {
  return (
    <kbd aria-hidden>
      <CornerDownLeft size={11} />
    </kbd>
  )
}
