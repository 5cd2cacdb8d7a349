import { openCatalog } from '../config/workplace.ts'
import { answerStream } from './answer-stream.ts'
import { Answerers } from './answerers.ts'
import type { ExitCode, Io } from './io.ts'
import { type LineCommand, openAnswerer } from './line-answers.ts'
import { tellTyping } from './tell-typing.ts'

/** Answers every line of stdin with one line on stdout, in order; a bad line gets an error and the next is still answered. */
export async function answerLines(io: Io, command: LineCommand): Promise<ExitCode> {
  tellTyping(io, command)
  const catalog = await openCatalog(io.folder)
  const answerers = new Answerers(await openAnswerer(command, catalog), async () => {
    const { startThreads } = await import('./answering-thread.ts')
    return startThreads(command, catalog)
  })
  try {
    return await answerStream(io, answerers)
  } finally {
    await answerers.end()
  }
}
