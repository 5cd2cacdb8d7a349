import type { ReactNode } from 'react'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import type { Gate, GateKind } from '../../src/model/gate.ts'
import { Visible } from './visible.tsx'

type Asking = Pick<Checkpoint, 'agent' | 'gate'> & { readonly content?: { readonly tool?: string | undefined } }

/** What is asked, in one sentence of ours; names that an agent chose stand in it as code. */
export function AskedSentence({ agent, gate, content }: Asking) {
  const who = <Name text={agent} />
  return <>{SENTENCES[gate.kind](who, gate as never, content?.tool)}</>
}

type Sentence<Kind extends GateKind> = (
  who: ReactNode,
  gate: Extract<Gate, { kind: Kind }>,
  tool: string | undefined,
) => ReactNode

const SENTENCES: { readonly [Kind in GateKind]: Sentence<Kind> } = {
  tool: (who, gate, tool) => (
    <>
      {who} wants to run <Name text={tool ?? gate.tool} />
    </>
  ),
  action: (who, { action }) => (
    <>
      {who} proposes an action{action.name ? ': ' : ''}
      {action.name ? <Name text={action.name} /> : null}
    </>
  ),
  checkpoint: (who, { type }) => (
    <>
      {who} hands in a <Name text={type} />
    </>
  ),
  phase: (who, { phase, number }) => (
    <>
      {who} has finished phase {number}, <Name text={phase} />, and asks whether to go on
    </>
  ),
  phase_start: (who, { phase }) => (
    <>
      {who} asks to begin phase <Name text={phase} />
    </>
  ),
  completion: (who) => <>{who} says that the whole job is done</>,
  step: (who, { phase, status }) => (
    <>
      A step of <Name text={phase} /> ended with {status === 'warning' ? 'a warning' : status}: may {who} go on?
    </>
  ),
  intent: (who) => <>{who} asks whether it has understood what is wanted</>,
  context: (who) => <>{who} asks whether it has the right context</>,
  push: (who) => <>{who} wants to begin a frame of its own for this</>,
  pop: (who) => <>{who} wants to close the frame that it is in</>,
}

/** A name that somebody else chose. */
export function Name({ text }: { readonly text: string }) {
  return (
    <code className="name">
      <Visible text={text} />
    </code>
  )
}
