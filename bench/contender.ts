/** One way to do the same work, ours or a peer's. */
export interface Contender {
  readonly name: string
  /** What its answer holds, because a bare yes is cheaper than a reasoned one. */
  readonly answers: string
  /** Loads and prepares whatever is not to be timed; afterwards the loops of its workloads run. */
  readonly loops: Readonly<Record<string, Loop>>
  /** Lets go of what it opened. */
  readonly close?: () => Promise<void>
}

/** Does the work `count` times and says how often the answer was yes, so that no compiler can leave the work out. */
export type Loop = (count: number) => number | Promise<number>

/** Asks one request after another, from the first again after the last. */
export function loopOver<Request>(requests: readonly Request[], ask: (request: Request) => boolean): Loop {
  return (count) => {
    let yes = 0
    for (let index = 0; index < count; index++) if (ask(requests[index % requests.length] as Request)) yes++
    return yes
  }
}

/** The same for a contender that answers with a promise; a gate waits for its answer, so nothing runs at once. */
export function awaitingLoopOver<Request>(
  requests: readonly Request[],
  ask: (request: Request) => Promise<boolean>,
): Loop {
  return async (count) => {
    let yes = 0
    for (let index = 0; index < count; index++) if (await ask(requests[index % requests.length] as Request)) yes++
    return yes
  }
}
