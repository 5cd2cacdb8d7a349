import type { HeaderFields } from './headers.ts'

/** A file that is handed out as it is. */
export interface BytesPlan {
  readonly name: string
  readonly size: number
  readonly bytes: AsyncGenerator<Uint8Array>
}

/** To be kept in a file, and never to be opened: whatever the bytes say, no browser takes them for a page or a picture. */
export function sendBytes({ name, size, bytes }: BytesPlan, headers: HeaderFields): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { value, done } = await bytes.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => {
        await bytes.return(undefined)
      },
    },
    // Nothing is read before somebody wants it: who asks for the head alone starts no git.
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: {
      ...headers,
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(size),
      'Content-Disposition': `attachment; filename="${safeName(name)}"`,
    },
  })
}

const LONGEST = 100

/** A name that means the same to every browser and file system: an agent chose the other. */
function safeName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replaceAll(/[^\w.-]/g, '_')
  return name.slice(-LONGEST).replace(/^\.+/, '_') || 'file'
}
