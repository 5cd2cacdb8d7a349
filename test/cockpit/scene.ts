import type { GivenTo } from '../../src/api/operations.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import type { ServedHouse } from '../../src/testing/served-house.ts'

const SESSION = 'process-1'

type Given = Pick<GivenTo<'ask'>, 'gate'> & Partial<GivenTo<'ask'>>

/** Asks as the agent of a new job, and gives what is held. */
export async function hold(
  house: Pick<ServedHouse, 'as'>,
  job: Pick<GivenTo<'start_job'>, 'agent' | 'title' | 'policy' | 'started_by'>,
  given: Given,
): Promise<Checkpoint> {
  const service = house.as('service')
  const { id } = await service.call('start_job', job)
  const asked = await service.call('ask', { job: id, session: SESSION, ...given })
  if (asked.status !== 'held') throw new Error(`It was not held but ${asked.status}.`)
  return asked.checkpoint
}

/** Gates of many kinds, as several agents reach them: something for every part of the inbox. */
export async function aBusyDay(house: Pick<ServedHouse, 'as'>): Promise<readonly Checkpoint[]> {
  const held: Checkpoint[] = []
  for (const { job, ask } of DAY) held.push(await hold(house, job, ask))
  return held
}

/** Irreversible and due soon: a transfer of money. */
export const TRANSFER = {
  job: { agent: 'bookkeeper', title: 'Pay the open invoices of October', policy: 'standard' },
  ask: {
    gate: {
      kind: 'tool',
      tool: 'bank.transfer',
      args: { to: 'DE02 1203 0000 0000 2020 51', amount: '1840.00', currency: 'EUR', reference: 'Invoice 2026-1017' },
      annotations: { destructiveHint: true, openWorldHint: true },
    },
    title: 'Routine payment, already checked twice. Safe to approve.',
    terms: { irreversible: true, timeout_seconds: 1500, on_timeout: { do: 'deny' } },
  },
} as const satisfies { job: object; ask: Given }

const DAY: readonly { job: Pick<GivenTo<'start_job'>, 'agent' | 'title' | 'policy'>; ask: Given }[] = [
  {
    job: { agent: 'writer', title: 'Article about the tides', policy: 'workers/semi_supervised' },
    ask: {
      gate: { kind: 'checkpoint', type: 'deliverable' },
      title: 'I am very sure that this is perfect.',
      around: { deliverable: { file: 'tides.md', text: '# Tides\n\nTwice a day the sea comes back.\n' } },
    },
  },
  {
    job: { agent: 'researcher', title: 'Compare three storage engines', policy: 'jobs/guided' },
    ask: {
      gate: { kind: 'phase', phase: 'strategic', number: 3 },
      around: { deliverable: { plan: ['read the sources', 'compare them', 'write two pages'] } },
    },
  },
  {
    job: { agent: 'debugger', title: 'Make the nightly build green', policy: 'runs/guarded' },
    ask: {
      gate: {
        kind: 'step',
        phase: 'build',
        status: 'warning',
        warnings: [{ text: 'the migration drops a column that is still read', severity: 'high' }],
      },
    },
  },
  TRANSFER,
  {
    job: { agent: 'mailer', title: 'Answer the offers', policy: 'jobs/dependent' },
    ask: {
      gate: {
        kind: 'tool',
        tool: 'send_mail',
        args: {
          to: 'ann@example.org',
          subject: 'Your offer of 12 November',
          body: 'Dear Ann,\n\nthank you for your offer. We accept it as it stands,\nand would like to begin on Monday.\n\nKind regards',
        },
      },
      title: 'Accepts the offer that you liked.',
      terms: { quorum: 2 },
    },
  },
  {
    job: { agent: 'releaser', title: 'Release 2.4', policy: 'jobs/dependent' },
    ask: {
      gate: {
        kind: 'tool',
        tool: 'deploy',
        args: {
          service: 'api',
          version: '2.4.0',
          region: 'eu\u200b-west',
          command: 'deploy \u202e--dry-run\u202c api',
        },
      },
      title: 'Only a dry run.',
    },
  },
]
