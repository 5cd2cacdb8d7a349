import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { forgetOldDrafts } from './data/forget-drafts.ts'
import { keepUp } from './data/keep-up.ts'
import { live } from './data/live-events.ts'
import { queryClient } from './data/query-client.ts'
import { readAhead } from './data/use-inbox.ts'
import { meQuery } from './data/use-me.ts'
import { hotkeys } from './keys/hotkeys.ts'
import { router } from './routes.ts'

const place = document.getElementById('app')
if (place !== null) {
  forgetOldDrafts(localStorage, Date.now())
  keepUp(queryClient, live)
  void queryClient.prefetchQuery(meQuery)
  if (location.pathname === '/') readAhead(queryClient)
  document.addEventListener('keydown', (event) => hotkeys.press(event))
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
