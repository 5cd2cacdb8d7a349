import type { Effect, NewEvent, RowWrite, Write } from '../engine/ports.ts'
import { JobId, LOCAL } from '../model/ids.ts'
import type { Job } from '../model/job.ts'

/** A job with what indexes look at. */
export function aStoredJob(given: Partial<Job> = {}): Job {
  return {
    id: JobId.parse('job-1'),
    tenant: LOCAL,
    agent: 'scout',
    title: 'Look around',
    path: [],
    status: 'running',
    policy: 'sha256:0',
    program: null,
    input: null,
    started_by: { kind: 'person', id: 'ada' },
    key: null,
    held: [],
    started_at: '2026-05-04T12:00:00.000Z',
    ended_at: null,
    outcome: null,
    ...given,
  }
}

/** Writes a job over the version that was seen. */
export function jobRow(id: string, version: number, given: Partial<Job> = {}): RowWrite {
  return { table: 'jobs', id, version, row: aStoredJob({ id: JobId.parse(id), ...given }) }
}

/** An event of which only a few parts matter. */
export function anEvent(given: { tenant?: string; job?: string; checkpoint?: string; note?: string } = {}): NewEvent {
  const { tenant = LOCAL, job = null, checkpoint = null, note = 'none' } = given
  const event = {
    tenant,
    job,
    checkpoint,
    actor: { kind: 'person', id: 'ada' },
    at: '2026-05-04T12:00:00.000Z',
    type: 'access_denied',
    data: { wanted: 'to look', why: note },
  }
  return event as NewEvent
}

/** An effect by its id. */
export function anEffect(id: string): Effect {
  return { id, kind: 'sweep_children', tenant: LOCAL, body: { about: id } }
}

/** A write of which only what is named is not empty. */
export function aWrite(given: Partial<Write>): Write {
  return { seen: [], rows: [], events: [], effects: [], ...given }
}
