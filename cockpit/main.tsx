import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { firstPaint, tellDrawn } from './data/first-paint.ts'
import { forgetOldDrafts } from './data/forget-drafts.ts'
import { keepUp } from './data/keep-up.ts'
import { live } from './data/live-events.ts'
import { queryClient } from './data/query-client.ts'
import { readAhead } from './data/use-inbox.ts'
import { meQuery } from './data/use-me.ts'
import { hotkeys } from './keys/hotkeys.ts'
import { router } from './routes.ts'

/** Longer than this nobody looks at an empty page. */
const PATIENCE_MS = 400

const place = document.getElementById('app')
if (place !== null) void start(place)

/** Nothing is awaited outside of it: the code of a page imports this file, and would wait until this file has been run. */
async function start(at: HTMLElement): Promise<void> {
  keepUp(queryClient, live)
  document.addEventListener('keydown', (event) => hotkeys.press(event))
  await Promise.race([ready(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  createRoot(at).render(
    <StrictMode>
      <Cockpit />
    </StrictMode>,
  )
  await firstPaint
  forgetOldDrafts(localStorage, Date.now())
}

function Cockpit() {
  useEffect(tellDrawn, [])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

/** Reads what the page is about beside its code, so that it is drawn once and not in four pieces. */
async function ready(): Promise<void> {
  const inbox = location.pathname === '/' ? readAhead(queryClient) : undefined
  await Promise.all([router.load(), queryClient.prefetchQuery(meQuery), inbox])
}
