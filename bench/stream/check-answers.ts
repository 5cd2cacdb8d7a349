import { join } from 'node:path'
import { loadCatalog } from '../../src/config/load-catalog.ts'
import { Gate } from '../../src/model/gate.ts'
import { compilePolicy } from '../../src/policy/compile.ts'
import { decide } from '../../src/policy/decide.ts'
import { resolvePolicy } from '../../src/policy/resolve.ts'
import { answersOf } from './pump.ts'
import { requestOf, writeRequests } from './requests.ts'

/** Makes sure that the command line answers every line as the function does, in the same order, before it is timed. */
export async function checkAnswers(folder: string, lines: number): Promise<void> {
  const catalog = await loadCatalog()
  const file = join(folder, 'checked.jsonl')
  await writeRequests(file, lines)
  const answers = await answersOf('decide', file)
  if (answers.length !== lines) throw new Error(`leeway decide gave ${answers.length} answers to ${lines} lines.`)
  for (const [line, answer] of answers.entries()) {
    const { policy = 'standard', gate } = requestOf(line)
    const expected = decide(compilePolicy(resolvePolicy(policy, catalog), catalog), Gate.parse(gate))
    if (answer !== JSON.stringify(expected)) throw new Error(`Line ${line + 1} was answered with ${answer}`)
  }
}
