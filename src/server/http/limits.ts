import { AppError } from '../../model/errors.ts'
import { Turns } from '../events/turns.ts'
import { type Rate, RateLimit } from './rate-limit.ts'

/** What nobody may exceed. */
export interface LimitSettings {
  /** Of one credential. */
  readonly each: Rate
  /** Of one address without a credential, or with one that is worth nothing. */
  readonly anonymous: Rate
  /** Of one address that signs in: whoever else is there and floods the server must not keep people from coming in. */
  readonly signIns: Rate
  /** Of one address that loads pages and what belongs to them: a browser asks for many at once, and for nothing but them. */
  readonly pages: Rate
  /** Requests of one credential that are worked on at the same time. */
  readonly eachAtOnce: number
  /** The same of all programs together. People always get through: whoever floods the server must not keep them from halting it. */
  readonly programsAtOnce: number
  /** Files that are handed out at the same time, to one credential and to all: git works for each for as long as somebody reads. */
  readonly filesAtOnce: { readonly each: number; readonly all: number }
  /** Bytes of answers that nobody has taken yet, of one credential and of all programs together: whoever asks and does not read fills the memory. */
  readonly untaken: { readonly each: number; readonly programs: number }
}

export const USUAL_LIMITS: LimitSettings = {
  each: { perSecond: 2000, burst: 4000 },
  anonymous: { perSecond: 50, burst: 200 },
  signIns: { perSecond: 10, burst: 100 },
  pages: { perSecond: 500, burst: 2000 },
  eachAtOnce: 1000,
  programsAtOnce: 4000,
  filesAtOnce: { each: 4, all: 32 },
  untaken: { each: 64 * 1024 * 1024, programs: 256 * 1024 * 1024 },
}

/** The line of all programs. */
const PROGRAMS = 'programs'
const FEW = 4

/** Even an answer of a few words takes this much until it is taken. */
const LEAST_BYTES = 4096

/** Somebody with a share of their own. */
export interface Sharer {
  readonly owner: string
  readonly kind: 'person' | 'program'
}

/** Who asks too much is told so, and nobody else notices. */
export class Limits {
  readonly #settings: LimitSettings
  readonly #each: RateLimit
  readonly #anonymous: RateLimit
  readonly #signIns: RateLimit
  readonly #pages: RateLimit
  readonly #open = new Map<string, number>()
  readonly #files = new Map<string, number>()
  readonly #untaken = new Map<string, number>()
  readonly #turns = new Map<string, Turns>()
  #allFiles = 0
  #programs = 0
  #untakenOfPrograms = 0

  constructor(settings: LimitSettings) {
    this.#settings = settings
    this.#each = new RateLimit(settings.each)
    this.#anonymous = new RateLimit(settings.anonymous)
    this.#signIns = new RateLimit(settings.signIns)
    this.#pages = new RateLimit(settings.pages)
  }

  /** Takes one from the share of an address of which nothing is known. */
  takeAnonymous(address: string): void {
    this.#anonymous.take(address, performance.now())
  }

  /** Takes one from the share that an address has for signing in. */
  takeSignIn(address: string): void {
    this.#signIns.take(address, performance.now())
  }

  /** Takes one from the share that an address has for loading pages. */
  takePage(address: string): void {
    this.#pages.take(address, performance.now())
  }

  /** Counts a request of somebody; gives the way to say that it is done. */
  enter(owner: string, isProgram: boolean): () => void {
    this.#each.take(owner, performance.now())
    const open = this.#open.get(owner) ?? 0
    if (open >= this.#settings.eachAtOnce) throw new AppError('too_many_requests')
    if (isProgram && this.#programs >= this.#settings.programsAtOnce) throw new AppError('overloaded')
    this.#open.set(owner, open + 1)
    this.#programs += isProgram ? 1 : 0
    return () => this.#leave(owner, isProgram)
  }

  /** Counts a file that is handed out; gives the way to say that nobody reads it any more. */
  enterFile(owner: string): () => void {
    const { each, all } = this.#settings.filesAtOnce
    const open = this.#files.get(owner) ?? 0
    if (open >= each) throw new AppError('too_many_requests')
    if (this.#allFiles >= all) throw new AppError('overloaded')
    this.#files.set(owner, open + 1)
    this.#allFiles++
    return () => {
      this.#allFiles--
      const left = (this.#files.get(owner) ?? 1) - 1
      if (left === 0) this.#files.delete(owner)
      else this.#files.set(owner, left)
    }
  }

  /**
   * Many requests can come in one piece, and each may take a while. Those of programs wait for one another, and those of each person; no person
   * waits in a line that somebody else fills, and everybody has a turn in between.
   */
  async takeTurn({ owner, kind }: Sharer): Promise<void> {
    const isProgram = kind === 'program'
    // A turn costs a tenth of a short answer, and a few at a time keep nobody waiting.
    if ((isProgram ? this.#programs : (this.#open.get(owner) ?? 0)) <= FEW) return
    const line = isProgram ? PROGRAMS : owner
    const turns = this.#turns.get(line) ?? new Turns()
    this.#turns.set(line, turns)
    await turns.take()
  }

  /** Counts an answer that is on its way; gives the way to say that it was taken, or that nobody will. */
  enterAnswer({ owner, kind }: Sharer, length: number): () => void {
    const bytes = Math.max(LEAST_BYTES, length)
    this.#addUntaken(owner, kind, bytes)
    return () => this.#addUntaken(owner, kind, -bytes)
  }

  /** Throws where somebody leaves too much untaken already: whatever they ask for would lie beside it. */
  refuseUntaken({ owner, kind }: Sharer): void {
    const { each, programs } = this.#settings.untaken
    if ((this.#untaken.get(owner) ?? 0) >= each) throw new AppError('too_many_requests')
    if (kind === 'program' && this.#untakenOfPrograms >= programs) throw new AppError('overloaded')
  }

  #addUntaken(owner: string, kind: Sharer['kind'], bytes: number): void {
    const left = (this.#untaken.get(owner) ?? 0) + bytes
    if (left === 0) this.#untaken.delete(owner)
    else this.#untaken.set(owner, left)
    this.#untakenOfPrograms += kind === 'program' ? bytes : 0
  }

  #leave(owner: string, isProgram: boolean): void {
    const left = (this.#open.get(owner) ?? 1) - 1
    if (left === 0) this.#open.delete(owner)
    else this.#open.set(owner, left)
    this.#programs -= isProgram ? 1 : 0
  }
}
