import type { PullHost } from '../engine/ports.ts'
import { openOn } from '../testing/forge/opened-pull.ts'
import type { Face } from '../testing/forge/stand-in.ts'
import { cautionContract } from './contract/caution-contract.ts'
import { mergeContract } from './contract/merge-contract.ts'
import { wordsContract } from './contract/words-contract.ts'
import type { ForgeOptions } from './forge-options.ts'

/** What every host of pull requests does, whichever forge it speaks to. */
export function pullHostContract(name: string, face: Face, make: (options: ForgeOptions) => PullHost): void {
  const tried = { name, opened: () => openOn(face, make) }
  wordsContract(tried)
  mergeContract(tried)
  cautionContract(tried)
}
