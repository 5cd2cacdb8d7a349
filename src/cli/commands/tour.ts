import { calledAs } from '../../config/called-as.ts'
import { loadCatalog } from '../../config/load-catalog.ts'
import { type Command, EXIT, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { heading } from '../text/heading.ts'
import { type Page, pageOf } from '../text/page.ts'
import { wrap } from '../text/wrap.ts'
import { drawDelegation, drawScene } from '../tour/draw-scene.ts'
import { nextKey } from '../tour/next-key.ts'
import { DELEGATION, SCENES } from '../tour/scenes.ts'

/** `leeway tour`: a few decisions being made, for people who meet the product for the first time. */
export const command: Command = {
  help: `leeway tour

Shows in a few scenes how a policy answers an agent that asks "may I go on?". Every answer is computed while you look.
On a terminal it waits for Enter after each scene and q ends it; otherwise it prints everything and ends by itself.

Example:  leeway tour | less`,
  run: async (args, io) => {
    parseOptions(args, { options: {} })
    const page = pageOf(io)
    const catalog = await loadCatalog()
    const scenes = [
      ...SCENES.map((scene) => ({ title: scene.title, draw: () => drawScene(scene, catalog, page) })),
      { title: DELEGATION.title, draw: () => drawDelegation(catalog, page) },
    ]
    io.stdout.write(`${introduction(page)}\n`)
    for (const [index, { title, draw }] of scenes.entries()) {
      if (await hasSeenEnough(io, page)) return EXIT.fine
      io.stdout.write(`\n${heading(`${index + 1} of ${scenes.length}`, title, page)}\n\n${draw()}\n`)
    }
    if (await hasSeenEnough(io, page)) return EXIT.fine
    io.stdout.write(`\n${farewell(io, page)}\n`)
    return EXIT.fine
  },
}

const INTRODUCTION =
  'An agent asks before it goes on; a policy answers allow, ask, stop or deny, and says why. ' +
  'Here are seven questions a policy answers. Nothing is staged: the answers are computed as you read.'

function introduction(page: Page): string {
  const title = page.paint('bold', 'Leeway decides how much freedom an AI agent gets, and says why.')
  return ['', title, '', ...wrap(INTRODUCTION, page.width)].join('\n')
}

/** What to try next, in the way the tour itself was started. */
function farewell({ environment }: Io, page: Page): string {
  const leeway = calledAs(environment)
  const commands = [
    [`${leeway} presets`, 'everything that can be chosen'],
    [`${leeway} policy --origins`, 'what holds in this folder, and who said so'],
    [`echo '{"gate": {"kind": "completion"}}' | ${leeway} explain`, 'a question of your own'],
  ] as const
  const lines = commands.flatMap(([command, why]) => [
    `  ${page.paint('bold', command)}`,
    `      ${page.paint('dim', why)}`,
  ])
  return [heading('', 'Try next', page), '', ...lines].join('\n')
}

/** Only a person at a terminal is waited for. */
async function hasSeenEnough(io: Io, page: Page): Promise<boolean> {
  if (io.stdin.isTTY !== true || io.stdout.isTTY !== true) return false
  io.stdout.write(`\n${page.paint('dim', 'Enter: go on   q: quit')}`)
  const answer = await nextKey(io)
  // Takes the question away again, so that what stays on the page reads in one piece.
  io.stdout.write(answer === 'quit' ? '\r\u001b[K\n' : '\r\u001b[K\u001b[A')
  return answer === 'quit'
}
