import { DOCUMENT_LIMITS } from '../../src/model/document-limits.ts'

/** A file as it is sent. */
export interface SentFile {
  readonly name: string
  readonly base64: string
}

/** Why files can't be given, in a sentence; nothing when they can. The server says the same, after they were sent. */
export function whyNot(files: readonly Pick<File, 'name' | 'size'>[]): string | undefined {
  const { bytes, atOnce } = DOCUMENT_LIMITS
  const large = files.find(({ size }) => size > bytes)
  if (large !== undefined)
    return `“${large.name}” has ${megabytes(large.size)}; a document has at most ${megabytes(bytes)}.`
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (files.length <= atOnce.documents && size <= atOnce.bytes) return undefined
  return `At most ${atOnce.documents} documents of ${megabytes(atOnce.bytes)} together are given at once. Give them in parts.`
}

/** Reads files as they are sent. */
export function readFiles(files: readonly File[]): Promise<readonly SentFile[]> {
  return Promise.all(files.map(async (file) => ({ name: file.name.normalize('NFC'), base64: await base64Of(file) })))
}

/** A browser's own reader is the fastest way to base64; a folder that was dropped can't be read. */
function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,?/, '')))
  reader.addEventListener('error', () => reject(new Error(`“${file.name}” can't be read. Is it a folder?`)))
  reader.readAsDataURL(file)
  return promise
}

function megabytes(bytes: number): string {
  return `${Number((bytes / 1024 / 1024).toFixed(1))} MB`
}
