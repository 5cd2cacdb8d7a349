import { expect, test, vi } from 'vitest'

test('a stream is answered once, also where another listener of the process began before the server was loaded', async () => {
  const { getRequestListener } = await import('@hono/node-server')
  getRequestListener(() => new Response('ok'))
  vi.resetModules()
  const { aServedHouse } = await import('../../testing/served-house.ts')
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const house = await aServedHouse()
  const over = new AbortController()
  const headers = { Authorization: `Bearer ${house.tokens.reviewer}` }
  const stream = await house.raw('/v1/events/stream', { headers, signal: over.signal })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  await house.hold()
  const { value } = (await stream.body?.getReader().read()) ?? {}
  // The second answer would be written when the first has been handed over.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(new TextDecoder().decode(value).length).toBeGreaterThan(0)
  over.abort()
  expect(complaints).not.toHaveBeenCalled()
})
