import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Desk, PullView } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { quote } from '../../model/quote.ts'
import { atPath } from '../person/at-path.ts'

/** Which file, and where it is kept. */
interface Wanted {
  readonly path: string
  readonly round: number | undefined
  readonly side: 'old' | 'new'
  readonly out: string
  /** Where whoever calls stands. */
  readonly folder: string
}

/** What was kept. */
interface Saved {
  readonly file: string
  readonly size: number
  readonly sha256: string
  /** Whether it counts as looked at from now on. */
  readonly marked: boolean
}

/** Keeps the whole bytes of a file of a pull request in a new file. Whoever has had what the diff does not show has looked at it. */
export async function saveFile(desk: Desk, view: PullView, wanted: Wanted): Promise<Saved> {
  const { path, round, side, out, folder } = wanted
  const { bytes, size } = await desk.pulls.download(view.pull.id, { path, round, side })
  const place = resolve(folder, out)
  const sha256 = await atPath(out, 'written', () => written(place, bytes))
  const isNewest = round === undefined || round === view.pull.round
  const unshown = isNewest ? view.unshown.find((one) => one.path === path) : undefined
  const isAll = unshown !== undefined && (side === 'new' || !(await isThere(desk, view, path)))
  if (isAll) await desk.pulls.markFiles(view.pull.id, { [path]: unshown.hash })
  return { file: out, size, sha256, marked: isAll }
}

/** Never over what is there, and never to be run: an agent wrote it. */
async function written(place: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const file = await open(place, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new AppError('wrong_call', [], {
      message: `There is ${quote(place)} already. Choose another name: --out FILE`,
    })
  })
  const hash = createHash('sha256')
  try {
    for await (const chunk of bytes) {
      hash.update(chunk)
      await file.writeFile(chunk)
    }
  } catch (error) {
    // What is not all of it must not pass for it.
    await rm(place, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

/** Of what is gone, what it was is all that there is. */
async function isThere(desk: Desk, { pull }: PullView, path: string): Promise<boolean> {
  return (await desk.pulls.files(pull.id)).paths.includes(path)
}
