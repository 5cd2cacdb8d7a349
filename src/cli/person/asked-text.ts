import type { Checkpoint } from '../../model/checkpoint.ts'
import type { Content } from '../../model/content.ts'
import { counted } from '../../model/counted.ts'
import type { Gate } from '../../model/gate.ts'
import { mention } from '../../model/quote.ts'
import { jsonLine } from '../text/json-text.ts'

const LONGEST = 160

/** What is asked, in one harmless line; the whole of it stands in the content. */
export function askedText({ content, gate }: Pick<Checkpoint, 'content' | 'gate'>): string {
  return content.tool === undefined ? gateText(gate) : callText(content)
}

/** A call as one harmless line. */
export function callText({ tool = '', args }: Content): string {
  const given = args === undefined ? '' : ` ${jsonLine(args)}`
  return cut(`${mention(tool)}${given}`)
}

function gateText(gate: Gate): string {
  switch (gate.kind) {
    case 'checkpoint':
      return `hands in: ${mention(gate.type)}`
    case 'phase':
      return `end of phase ${gate.number} (${mention(gate.phase)})`
    case 'phase_start':
      return `start of phase ${mention(gate.phase)}`
    case 'completion':
      return 'end of the job'
    case 'step':
      return `step of ${mention(gate.phase)}: ${gate.status}, ${counted(gate.warnings.length, 'warning')}, ${counted(gate.errors.length, 'error')}`
    case 'push':
      return cut(`push a frame: ${mention(gate.signals.potentialGoal ?? 'unnamed')}`)
    case 'pop':
      return cut(`pop the frame: ${mention(gate.signals.frameTitle ?? 'unnamed')}`)
    case 'action':
      return `action ${mention(gate.action.name ?? gate.action.kind ?? 'unnamed')}`
    case 'tool':
      return `call of ${mention(gate.tool)}`
    default:
      return `${gate.kind} (confidence ${gate.confidence ?? 'not said'})`
  }
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')}…`
}
