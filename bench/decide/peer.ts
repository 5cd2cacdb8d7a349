import type { GateOf } from '../../src/model/gate.ts'
import { awaitingLoopOver, type Contender, type Loop, loopOver } from '../contender.ts'
import { allowedTools, heldTools, type Sample } from './gates.ts'
import { type CallRequest, toRequest } from './request.ts'

/** A policy engine of somebody else, with our policy in its own language. */
interface Peer<Prepared> {
  readonly name: string
  readonly answers: string
  /** Brings a request into the peer's own form, which is not timed. */
  readonly prepare: (request: CallRequest) => Prepared
  /** Whether the call may go on by itself; no peer tells a call that waits from one that is refused. */
  readonly ask: (prepared: Prepared) => boolean | Promise<boolean>
}

/** A peer on our workloads, once it has answered every sample as expected. */
export async function peerContender<Prepared>(peer: Peer<Prepared>): Promise<Contender> {
  return {
    name: peer.name,
    answers: peer.answers,
    loops: { 'tool, allowed': await loopOf(peer, allowedTools), 'tool, held': await loopOf(peer, heldTools) },
  }
}

async function loopOf<Prepared>(peer: Peer<Prepared>, samples: readonly Sample<GateOf<'tool'>>[]): Promise<Loop> {
  const requests = samples.map(({ gate }) => peer.prepare(toRequest(gate)))
  for (const [index, { gate, verdict }] of samples.entries()) {
    const allowed = await peer.ask(requests[index] as Prepared)
    if (allowed === (verdict === 'allow')) continue
    throw new Error(`${peer.name} says ${allowed ? 'yes' : 'no'} where ${verdict} is right: ${JSON.stringify(gate)}`)
  }
  const isAwaited = peer.ask(requests[0] as Prepared) instanceof Promise
  if (isAwaited) return awaitingLoopOver(requests, async (request) => peer.ask(request))
  return loopOver(requests, peer.ask as (request: Prepared) => boolean)
}
