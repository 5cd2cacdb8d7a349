import type { Desk } from '../../compose.ts'
import { presenceWord } from '../../model/presence-text.ts'
import type { Io } from '../io.ts'
import { pageOf } from '../text/page.ts'

/** More than this nobody counts. */
const MOST = 200
/** Often enough for people, and seldom enough for a busy store. */
const AGAIN_MS = 250

/** One line at the foot of a terminal that says how things stand, while other lines come and go above it. */
export class LiveSummary {
  readonly #io: Io
  readonly #desk: Desk
  readonly #streams: () => number
  #line = ''
  #timer: NodeJS.Timeout | undefined
  #busy = false
  #again = false
  #stop: () => void = () => undefined

  constructor(io: Io, desk: Desk, streams: () => number) {
    this.#io = io
    this.#desk = desk
    this.#streams = streams
  }

  open(): void {
    this.#stop = this.#desk.watch(() => this.#soon())
    this.#timer = setInterval(() => this.#soon(), 5000)
    this.#soon()
  }

  /** Writes lines above the summary. */
  say(text: string): void {
    this.#io.stdout.write(`${CLEAR}${text}\n${this.#line}`)
  }

  close(): void {
    this.#stop()
    clearInterval(this.#timer)
    this.#io.stdout.write(CLEAR)
  }

  #soon(): void {
    this.#again = true
    if (this.#busy) return
    this.#busy = true
    void this.#draw()
      .catch(() => undefined)
      .finally(() => {
        setTimeout(() => {
          this.#busy = false
          if (this.#again) this.#soon()
        }, AGAIN_MS).unref()
      })
  }

  /** What was sent back is worked on, too; what nobody has open is not, whatever its status sounds like. */
  async #atWork(back: ReadonlySet<string>): Promise<number> {
    const { rows } = await this.#desk.jobs({ limit: MOST, statuses: ['running', 'waiting', 'queued'] })
    const held = back.size === 0 ? [] : (await this.#desk.jobs({ limit: MOST, statuses: ['pending_review'] })).rows
    const again = held.filter(({ id }) => back.has(id))
    return [...rows, ...again].filter((job) => presenceWord(job) === '').length
  }

  async #draw(): Promise<void> {
    this.#again = false
    const page = pageOf(this.#io)
    const open = (await this.#desk.checkpoints({ limit: MOST })).rows
    const { length: held } = open.filter(({ sent_back }) => !sent_back)
    const running = await this.#atWork(new Set(open.filter(({ sent_back }) => sent_back).map(({ job }) => job)))
    const { length: doubts } = (await this.#desk.inDoubt({ limit: MOST })).rows
    const { length: stuck } = (await this.#desk.pulls.list({ limit: MOST, stuck: true })).rows
    const parts = [
      page.paint(held > 0 ? 'bold' : 'dim', held === 0 ? 'nothing waits' : `${shown(held)} waiting for you`),
      ...(doubts > 0 ? [page.paint('bold', `${shown(doubts)} in doubt`)] : []),
      ...(stuck > 0 ? [page.paint('bold', `${shown(stuck)} stuck`)] : []),
      page.paint('dim', `${shown(running)} at work`),
      page.paint('dim', `${this.#streams()} watching`),
      page.paint('dim', 'l: new link · q: quit'),
    ]
    this.#line = parts.join(page.paint('dim', ' · '))
    this.#io.stdout.write(`${CLEAR}${this.#line}`)
  }
}

const CLEAR = '\r\u001b[2K'

function shown(count: number): string {
  return count >= MOST ? `${MOST}+` : String(count)
}
