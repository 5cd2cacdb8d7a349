import type { ApiClient } from './api-client.ts'

const AGAIN_MS = 1000

/** Calls back after something has changed at a server, also while it was away. Gives the way to stop. */
export function followEvents(api: ApiClient, changed: () => void): () => void {
  const over = new AbortController()
  void follow(api, changed, over.signal)
  return () => over.abort()
}

async function follow(api: ApiClient, changed: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // A server that is away comes back, or whoever watches stops.
    await readStream(api, changed, signal).catch(() => undefined)
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}

async function readStream(api: ApiClient, changed: () => void, signal: AbortSignal): Promise<void> {
  const { body } = await api.open('stream_events', {}, { signal })
  for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream(), { signal })) {
    // The first message only says that the stream has begun, but what happened before it may not have been seen.
    if (!chunk.startsWith(': beat')) changed()
  }
}
