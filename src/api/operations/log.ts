import * as z from 'zod'
import { CheckpointId, JobId } from '../../model/ids.ts'
import { KillSwitch } from '../../model/kill-switch.ts'
import { strict } from '../../model/strict.ts'
import { DECIDERS, EVERYBODY, operation, PEOPLE } from '../operation.ts'
import { LogEvent, StreamedEvent } from '../views.ts'
import { Wait } from './checkpoints.ts'
import { Reason } from './jobs.ts'

/** What happened. */
export const LOG = {
  list_events: operation({
    method: 'GET',
    path: '/v1/events',
    summary:
      'Reads the log, oldest first. With `wait` it answers when there is an entry behind `after`. Where `last` comes before `after`, the log was restored: go on from there.',
    callers: PEOPLE,
    input: strict({
      job: JobId.optional(),
      checkpoint: CheckpointId.optional(),
      type: z.string().max(100).optional(),
      after: z.int().nonnegative().default(0),
      limit: z.int().min(1).max(1000).default(100),
      wait: Wait,
    }),
    output: z.object({ rows: z.array(LogEvent).readonly(), last: z.int() }).readonly(),
    errors: [],
    event: null,
    repeat: 'safe',
  }),
  stream_events: operation({
    method: 'GET',
    path: '/v1/events/stream',
    summary: 'Streams what happens as server-sent events. `Last-Event-ID` goes on where a stream was cut.',
    callers: EVERYBODY,
    input: strict({
      /** Only of this job and of everything that works for it. */
      job: JobId.optional(),
      /** Begin behind this entry, where no `Last-Event-ID` is sent. */
      after: z.int().nonnegative().optional(),
    }),
    output: StreamedEvent,
    errors: ['not_found'],
    event: null,
    repeat: 'safe',
    streams: true,
  }),
}

/** What stops everything at once. */
export const KILL_SWITCH = {
  read_kill_switch: operation({
    method: 'GET',
    path: '/v1/kill-switch',
    summary: 'Shows what has been halted.',
    callers: PEOPLE,
    input: strict({}),
    output: KillSwitch,
    errors: [],
    event: null,
    repeat: 'safe',
  }),
  set_kill_switch: operation({
    method: 'PUT',
    path: '/v1/kill-switch',
    summary: 'Halts everything, an agent or a tenant at once, or lets it go on.',
    callers: DECIDERS,
    input: strict({
      halt: z.discriminatedUnion('of', [
        strict({ of: z.literal('all') }),
        strict({ of: z.literal('agent'), agent: z.string().min(1).max(1000) }),
        strict({ of: z.literal('tenant'), tenant: z.string().min(1).max(128) }),
      ]),
      on: z.boolean(),
      reason: Reason,
    }),
    output: KillSwitch,
    errors: [],
    event: 'kill_switch_set',
    repeat: 'same',
  }),
}
