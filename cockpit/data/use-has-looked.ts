import { useEffect, useState } from 'react'
import { firstLook } from './first-paint.ts'

let hasLooked = false
void firstLook.then(() => {
  hasLooked = true
})

/** Whether somebody has had a first look at the page: what nobody sees is left out of what is drawn before. */
export function useHasLooked(): boolean {
  const [is, set] = useState(hasLooked)
  useEffect(() => void firstLook.then(() => set(true)), [])
  return is
}
