import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { api } from './api.ts'

/** The server gives a sign of life every 15 seconds; after three that did not come, nobody is there. */
const SILENT_MS = 45_000

/** What comes along on the server's stream. */
export interface StreamReader {
  readonly message: (message: EventSourceMessage) => void
  /** How far the log has been read, also where nothing in it was ours. */
  readonly beat: (seq: number) => void
}

/** Where to begin: behind the entry that was seen last, or at what happens next. */
export interface StreamPlace {
  readonly after: number | undefined
  readonly signal: AbortSignal
}

/**
 * Reads the server's stream until it ends. It is read by `fetch`, because an `EventSource` sends no headers, and the cookie alone is
 * worth nothing.
 */
export async function readStream({ after, signal }: StreamPlace, reader: StreamReader): Promise<void> {
  const silent = new AbortController()
  const either = AbortSignal.any([signal, silent.signal])
  const { body } = await api.open('stream_events', after === undefined ? {} : { after }, { signal: either })
  const parser = createParser({ onEvent: reader.message, onComment: (text) => beatIn(text, reader) })
  const chunks = body?.pipeThrough(new TextDecoderStream(), { signal: either }).getReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    for (;;) {
      timer = setTimeout(() => silent.abort(), SILENT_MS)
      const chunk = await chunks?.read()
      clearTimeout(timer)
      if (chunk === undefined || chunk.done) return
      parser.feed(chunk.value)
    }
  } finally {
    clearTimeout(timer)
  }
}

function beatIn(comment: string, { beat }: StreamReader): void {
  const [, seq] = /^beat (\d+)$/.exec(comment) ?? []
  if (seq !== undefined) beat(Number(seq))
}
