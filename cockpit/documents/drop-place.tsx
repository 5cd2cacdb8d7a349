import { type DragEvent, type ReactNode, useState } from 'react'

/** A place to drop files on. It is one more way to what a button does, so that nobody has to drag. */
export function DropPlace({
  onFiles,
  children,
}: {
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files is no control
    <div className="drop-place" data-over={isOver} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      {children}
    </div>
  )
}
