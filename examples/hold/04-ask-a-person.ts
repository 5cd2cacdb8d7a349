// Asks a person for a value; the type of the answer follows from the answers and the schema that are allowed.
import * as z from 'zod'
import { openLeeway } from '../../src/index.ts'

const leeway = await openLeeway({ agent: 'clerk', policy: 'workers/manual' })
const answer = await leeway.gate(
  { kind: 'checkpoint', type: 'deliverable' },
  {
    key: 'how-much',
    title: 'How much may it cost?',
    answers: ['respond'],
    response: z.object({ euros: z.number().positive() }),
  },
)
if (answer.outcome === 'answered') console.log(`at most ${answer.value.euros.toFixed(2)} euros`)
await leeway.close()
