import type { Checkpoint } from '../../src/model/checkpoint.ts'
import type { Gate, GateKind } from '../../src/model/gate.ts'

/** A part of a sentence: our own words, or a name that somebody else chose. */
export type SentencePart = string | { readonly name: string }

/** Who asks for what. */
export type Asking = Pick<Checkpoint, 'agent' | 'gate'> & { readonly content?: { readonly tool?: string | undefined } }

/** Whether it is still asked, or was. */
export type Tense = 'now' | 'then'

/** What is asked, in one sentence of ours. */
export function askedParts({ agent, gate, content }: Asking, tense: Tense = 'now'): readonly SentencePart[] {
  const say = (now: string, then: string) => (tense === 'now' ? now : then)
  return SENTENCES[gate.kind]({ who: { name: agent }, tool: content?.tool, say }, gate as never)
}

/** Whether it is a question that there is a sentence for; a log may be of another version. */
export function isKnownGate(gate: unknown): gate is Gate {
  return typeof gate === 'object' && gate !== null && 'kind' in gate && Object.hasOwn(SENTENCES, String(gate.kind))
}

/** The same as plain text, where no markup can stand. */
export function askedText(asking: Asking, tense?: Tense): string {
  return askedParts(asking, tense)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('')
}

interface Telling {
  readonly who: SentencePart
  readonly tool: string | undefined
  /** Picks the words for the present or the past. */
  readonly say: (now: string, then: string) => string
}

type Sentence<Kind extends GateKind> = (
  telling: Telling,
  gate: Extract<Gate, { kind: Kind }>,
) => readonly SentencePart[]

const SENTENCES: { readonly [Kind in GateKind]: Sentence<Kind> } = {
  tool: ({ who, tool, say }, gate) => [who, say(' wants to run ', ' wanted to run '), { name: tool ?? gate.tool }],
  action: ({ who, say }, { action }) => [
    who,
    say(' proposes an action', ' proposed an action'),
    ...(action.name ? [': ', { name: action.name }] : []),
  ],
  checkpoint: ({ who, say }, { type }) => [who, say(' hands in a ', ' handed in a '), { name: type }],
  phase: ({ who, say }, { phase, number }) => [
    who,
    ` ${say('has', 'had')} finished phase ${number}, `,
    { name: phase },
    `, and ${say('asks', 'asked')} whether to go on`,
  ],
  phase_start: ({ who, say }, { phase }) => [
    who,
    say(' asks to begin phase ', ' asked to begin phase '),
    { name: phase },
  ],
  completion: ({ who, say }) => [who, say(' says that the whole job is done', ' said that the whole job was done')],
  step: ({ who, say }, { phase, status }) => [
    'A step of ',
    { name: phase },
    ` ended with ${status === 'warning' ? 'a warning' : status}${say(': may ', ', and ')}`,
    who,
    say(' go on?', ' asked to go on'),
  ],
  intent: ({ who, say }) => [
    who,
    say(' asks whether it has understood what is wanted', ' asked whether it had understood what was wanted'),
  ],
  context: ({ who, say }) => [
    who,
    say(' asks whether it has the right context', ' asked whether it had the right context'),
  ],
  push: ({ who, say }) => [who, say(' wants', ' wanted'), ' to begin a frame of its own'],
  pop: ({ who, say }) => [who, say(' wants', ' wanted'), ' to close the frame that it is in'],
}
