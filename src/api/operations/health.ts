import * as z from 'zod'
import { strict } from '../../model/strict.ts'
import { operation } from '../operation.ts'

/** Whether the server is there. */
export const HEALTH = {
  read_health: operation({
    method: 'GET',
    path: '/v1/health',
    summary: 'Says that the server answers and takes what is to be kept; `store_stopped` once a disk has failed it.',
    callers: 'anyone',
    input: strict({}),
    output: strict({ status: z.literal('ok') }),
    errors: [],
    event: null,
    repeat: 'safe',
  }),
}
