import type { KeyboardEvent } from 'react'

/** Ctrl or Cmd with Enter sends the form that somebody is in, wherever in it they are; belongs on a form, a dialog or a box outside. */
export function sendOnModEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  const form = formOf(event.currentTarget)
  if (form === null) return
  event.preventDefault()
  event.stopPropagation()
  form.requestSubmit()
}

function formOf(place: HTMLElement): HTMLFormElement | null {
  if (place instanceof HTMLFormElement) return place
  if (place instanceof HTMLTextAreaElement) return place.form
  return place.querySelector('form')
}
