import type { Assertion, RequestOptions } from '../../api/web-authn.ts'
import { usePasskey } from '../../engine/passkey/use-passkey.ts'
import type { Store } from '../../engine/ports.ts'
import { AppError } from '../../model/errors.ts'
import { PersonId } from '../../model/ids.ts'
import type { Passkey } from '../../model/passkey.ts'
import type { Proof } from '../../model/step-up.ts'
import { proved, refuseUnlessKnown } from '../../sdk/desk/desk-checkpoints.ts'
import { type Rate, RateLimit } from '../http/rate-limit.ts'
import { type About, aboutOf, type Wanted } from './about.ts'
import { type Challenge, Challenges } from './challenges.ts'
import type { Place } from './place.ts'
import type { PersonPrincipal } from './principal.ts'
import { type ReadCode, type Reading, type ShowCode, TerminalCodes } from './terminal-codes.ts'
import { notProved, readAssertion, requestOptions } from './web-authn.ts'

/** What somebody gives as a proof: the code that they read, what their passkey signed, or what they know. */
export interface Given {
  readonly code?: string | undefined
  readonly assertion?: Assertion | undefined
  readonly passphrase?: string | undefined
}

/** Whether there is a proof to look at. */
export function isGiven({ assertion, passphrase, code }: Given): boolean {
  return assertion !== undefined || passphrase !== undefined || code !== undefined
}

/** A proof that was asked for: what a passkey is to sign, or where the code is seen. */
interface Started<Options> {
  readonly expires_at: string
  readonly options: Options
  readonly shown_in: TerminalCodes['shownIn'] | null
}

/** Nobody asks for proofs more often: a terminal full of codes hides the one that somebody did not ask for. */
const OFTEN: Rate = { perSecond: 0.5, burst: 30 }

/** Nobody guesses a passphrase more often. */
const GUESSES: Rate = { perSecond: 1 / 30, burst: 5 }

/** Fresh proofs of presence. Whichever way one was given, the same comes of it. */
export class StepUps {
  readonly #store: Store
  readonly #codes: TerminalCodes
  readonly #challenges: Challenges
  readonly #asked = new RateLimit(OFTEN)
  /** Apart from what browsers ask: one that was stolen can't keep its owner from reading what it is up to. */
  readonly #read = new RateLimit(OFTEN)

  readonly #guessed = new RateLimit(GUESSES)
  /** Who is being looked at, by whom: the end of each line. */
  readonly #guessing = new Map<string, Promise<void>>()

  constructor(store: Store, show: ShowCode | null) {
    this.#store = store
    this.#codes = new TerminalCodes(show, () => store.now())
    this.#challenges = new Challenges(() => store.now())
  }

  /** Asks for a code, which a terminal shows. */
  byCode(about: About): Started<null> {
    this.#asked.take(about.person, performance.now())
    return { expires_at: this.#codes.ask(about), options: null, shown_in: this.#codes.shownIn }
  }

  /** Reads the codes that somebody waits for, at a command line. Only for whoever proves that they are not just at a browser. */
  async readCodes(
    principal: PersonPrincipal,
    passphrase: string,
    reading: Omit<Reading, 'by'>,
  ): Promise<readonly ReadCode[]> {
    const { token, me, actor } = principal
    if (token === null) throw new AppError('step_up_needed', [], { message: 'Codes are read at a command line.' })
    this.#read.take(actor.id, performance.now())
    await this.#guess(principal, () => refuseUnlessKnown({ token, me }, passphrase))
    return this.#codes.read({ ...reading, by: PersonId.parse(actor.id) })
  }

  /** Gives a browser something for a passkey to sign. */
  async byPasskey(about: About, place: Place): Promise<Started<RequestOptions>> {
    const keys = (await this.passkeysOf(about.person)).filter(({ rp_id }) => rp_id === place.rpId)
    if (keys.length === 0) throw new AppError('no_passkey')
    this.#asked.take(about.person, performance.now())
    const challenge = this.#challenges.ask(about, place)
    return { expires_at: challenge.until, options: await requestOptions(challenge, keys), shown_in: null }
  }

  /**
   * Looks at a proof and uses nothing up: gives the way to take it. Throws `step_up_needed` for one that is not right, before anything else
   * is told of what it is for.
   */
  async look(principal: PersonPrincipal, given: Given, wanted: Wanted): Promise<() => Promise<Proof | null>> {
    const { assertion, passphrase, code } = given
    const about = await aboutOf(this.#store, principal, wanted)
    const take = () => this.prove(principal, given, wanted)
    if (assertion !== undefined) await this.#signedBy(assertion, about)
    else if (passphrase !== undefined) {
      // Whoever knows it knows it as often as they like, and to look takes a moment.
      const proof = await this.#byPassphrase(principal, passphrase, about)
      return async () => proof
    } else if (code !== undefined) this.#codes.look(code, about)
    return take
  }

  /** Takes a proof; null where none is given. Throws `step_up_needed` for one that is not right. */
  async prove(principal: PersonPrincipal, given: Given, wanted: Wanted): Promise<Proof | null> {
    if (!isGiven(given)) return null
    const { assertion, passphrase, code } = given
    const about = await aboutOf(this.#store, principal, wanted)
    if (assertion !== undefined) return this.#byAssertion(principal, assertion, about)
    if (passphrase !== undefined) return this.#byPassphrase(principal, passphrase, about)
    return { kind: 'code', ...this.#codes.take(code ?? '', about), for: about.for }
  }

  #byPassphrase(principal: PersonPrincipal, passphrase: string, about: About): Promise<Proof> {
    const { token, me } = principal
    // Only under their own token can it be told whether the passphrase is theirs.
    if (token === null) throw new AppError('step_up_needed', [], { message: 'Ask for a code instead.' })
    return this.#guess(principal, () => proved({ store: this.#store, token, me }, passphrase, about.for))
  }

  /** One after the other, so that many at once are as many guesses. What is right does not count, nor what could not be right. */
  #guess<Known>(principal: PersonPrincipal, look: () => Promise<Known>): Promise<Known> {
    const who = principal.actor.id
    const turn = (this.#guessing.get(who) ?? Promise.resolve()).then(() => this.#guessOnce(principal, look))
    const over = turn
      .catch(() => undefined)
      .then(() => {
        if (this.#guessing.get(who) === over) this.#guessing.delete(who)
      })
    this.#guessing.set(who, over)
    return turn
  }

  async #guessOnce<Known>({ actor, me }: PersonPrincipal, look: () => Promise<Known>): Promise<Known> {
    if (!this.#guessed.hasLeft(actor.id, performance.now())) {
      const message = 'There were too many wrong passphrases. Wait half a minute, or prove it with a code or a passkey.'
      throw new AppError('too_many_requests', [], { message })
    }
    try {
      return await look()
    } catch (error) {
      if ((await me()).passphrase_hash !== null) this.#guessed.take(actor.id, performance.now())
      throw error
    }
  }

  async #byAssertion({ actor, run }: PersonPrincipal, assertion: Assertion, about: About): Promise<Proof> {
    // Before anything is waited for, so that it can't be taken twice.
    const challenge = this.#challenges.take(about)
    const { at, passkey, signed } = await this.#readSigned(assertion, about, challenge)
    await run(usePasskey, { by: actor, passkey, ...signed, to: about.for.do })
    return { kind: 'passkey', at, passkey, for: about.for }
  }

  /** What does not fit is worth nothing from now on, as if it had been taken. */
  async #signedBy(assertion: Assertion, about: About): Promise<void> {
    await this.#readSigned(assertion, about, this.#challenges.find(about)).catch((error: unknown) => {
      this.#challenges.take(about)
      throw error
    })
  }

  async #readSigned(assertion: Assertion, { person }: About, challenge: Challenge | undefined) {
    if (challenge === undefined) return notProved()
    const isIt = ({ credential, rp_id }: Passkey) => credential === assertion.id && rp_id === challenge.place.rpId
    const passkey = (await this.passkeysOf(person)).find(isIt)
    if (passkey === undefined) return notProved()
    return { at: challenge.at, passkey: passkey.id, signed: await readAssertion(assertion, challenge, passkey) }
  }

  /** The passkeys of somebody, at whatever name. */
  async passkeysOf(person: string): Promise<readonly Passkey[]> {
    return (await this.#store.get('passkeys', person))?.row.keys ?? []
  }
}
