import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'

/** An object that no repository has yet, with the name that git gives it. */
export interface NewObject {
  readonly oid: string
  readonly type: 'commit' | 'tree' | 'blob'
  readonly bytes: Buffer
}

/** Names an object. */
export function newObject(type: NewObject['type'], bytes: Buffer): NewObject {
  const oid = createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex')
  return { oid, type, bytes }
}

/** A folder with one entry. */
export function folderWith(name: string, mode: string, { oid }: NewObject): NewObject {
  return newObject('tree', Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]))
}

const TYPES = { commit: 1, tree: 2, blob: 3 } as const
const VERSION = 2

/** Objects as git sends them, whole and not as differences to others. */
export async function smallPack(objects: readonly NewObject[]): Promise<readonly Buffer[]> {
  const single = [...new Map(objects.map((object) => [object.oid, object])).values()]
  const head = Buffer.alloc(12, 'PACK')
  head.writeUInt32BE(VERSION, 4)
  head.writeUInt32BE(single.length, 8)
  const parts: Buffer[] = [head]
  for (const { type, bytes } of single) parts.push(sizeOf(TYPES[type], bytes.length), await promisify(deflate)(bytes))
  const sum = createHash('sha1')
  for (const part of parts) sum.update(part)
  return [...parts, sum.digest()]
}

/** The kind of an object and how long it is: four bits beside the kind, then seven a byte, as long as the highest bit is set. */
function sizeOf(type: number, length: number): Buffer {
  const bytes = [(type << 4) | (length & 0x0f)]
  for (let rest = Math.floor(length / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push((bytes.pop() ?? 0) | 0x80, rest & 0x7f)
  }
  return Buffer.from(bytes)
}
