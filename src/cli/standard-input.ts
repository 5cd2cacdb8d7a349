import { fstatSync, readFileSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { Io } from './io.ts'

/** The input of this process. One that was closed is an error for who reads it, because nobody can have meant that. */
export function standardInput(): Io['stdin'] {
  return isClosed() ? closedInput() : process.stdin
}

const ACCESS_MODE = 0o3
const READ_AND_WRITE = 0o2

/** Node puts the null device, open for reading and writing, in the place of an input that was closed before it began. */
function isClosed(): boolean {
  try {
    if (fstatSync(0).rdev !== statSync('/dev/null').rdev) return false
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync('/proc/self/fdinfo/0', 'utf8'))?.[1] ?? '0'
    return (Number.parseInt(flags, 8) & ACCESS_MODE) === READ_AND_WRITE
  } catch {
    // Where the system does not tell, a closed input reads as an empty one.
    return false
  }
}

function closedInput(): Readable {
  const stream = new Readable({ read: () => void refuse() })
  const refuse = async () => {
    const { wrongCall } = await import('./wrong-call.ts')
    stream.destroy(wrongCall('Standard input is closed, so there is nothing to answer.'))
  }
  return stream
}
