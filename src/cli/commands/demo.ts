import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLeeway, openReception } from '../../compose.ts'
import { calledAs } from '../../config/called-as.ts'
import { PersonId } from '../../model/ids.ts'
import { ACTS } from '../demo/acts.ts'
import { playAct } from '../demo/play-act.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { drawEvents } from '../person/draw-events.ts'
import { heading } from '../text/heading.ts'
import { type Page, pageOf } from '../text/page.ts'
import { wrap } from '../text/wrap.ts'

/** `leeway demo`: a scripted agent that is really held, and a person who really answers. */
export const command: Command = {
  help: `leeway demo

A scripted agent reaches gates of every kind, is held, and you answer it with single keys: approve, reject, edit,
respond, or show why. Nothing is staged: it is the real engine in a temporary folder, which is gone afterwards.
Without a terminal it answers itself, prints the story and ends.

Example:  leeway demo | less`,
  run: async (args, io) => {
    parseOptions(args, { options: {} })
    const root = await mkdtemp(join(tmpdir(), 'leeway-demo-'))
    try {
      return await play(root, io)
    } finally {
      await rm(root, { recursive: true, force: true })
    }
  },
}

async function play(root: string, io: Io): Promise<ExitCode> {
  const page = pageOf(io)
  const reception = await openReception({ root })
  let token = ''
  await reception.join(PersonId.parse('you'), async (_person, given) => {
    token = given
  })
  const desk = await reception.desk(token)
  await desk.setSolo(true)
  const leeway = await openLeeway({ root, tellHolds: false })
  try {
    io.stdout.write(`${introduction(page)}\n`)
    for (const [at, act] of ACTS.entries()) {
      const story = wrap(act.story, page.width - 2).map((line) => `  ${line}`)
      io.stdout.write(`\n${heading(`${at + 1} of ${ACTS.length}`, act.title, page)}\n\n${story.join('\n')}\n\n`)
      if (!(await playAct(act, { leeway, desk, io }))) return EXIT.fine
    }
    const events = await desk.events({ limit: 1000 })
    io.stdout.write(`\n${heading('', 'What the log has kept of it', page)}\n\n${drawEvents(events.slice(-12), page)}\n`)
    io.stdout.write(`\n${farewell(events.length, io, page)}\n`)
    return EXIT.fine
  } finally {
    await leeway.close()
    await desk.close()
  }
}

function introduction(page: Page): string {
  const text =
    'An agent works; where its policy says so, it is held until a person has looked. Here are seven such moments, in the ' +
    'engine that also holds real agents: every answer is committed, runs at most once, and stays in a signed log.'
  const title = page.paint('bold', 'Leeway holds an agent where a person must look.')
  return ['', title, '', ...wrap(text, page.width)].join('\n')
}

function farewell(events: number, { environment }: Io, page: Page): string {
  const leeway = calledAs(environment)
  const commands = [
    [`${leeway} tour`, 'how a policy answers, in seven scenes'],
    [`${leeway} login`, 'be the one who decides in a folder of your own'],
    [`${leeway} --help`, 'everything else'],
  ] as const
  const lines = commands.map(
    ([command, why]) => `  ${page.paint('bold', command.padEnd(26))}  ${page.paint('dim', why)}`,
  )
  const kept = `These were the last of ${events} events. The folder is gone now, as it was only a demonstration.`
  return [...wrap(kept, page.width), '', heading('', 'Try next', page), '', ...lines].join('\n')
}
