import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CheckpointId } from '../../src/model/ids.ts'
import { api } from '../data/api.ts'
import { EventLine } from '../job/event-line.tsx'
import { Failed } from '../parts/failed.tsx'

/** What has happened to a checkpoint, from the log; read when somebody opens it. */
export function History({ checkpoint }: { readonly checkpoint: string }) {
  const [isOpen, setOpen] = useState(false)
  const read = useQuery({
    queryKey: ['checkpoint', checkpoint, 'history'],
    queryFn: () => api.call('list_events', { checkpoint: checkpoint as CheckpointId, limit: 1000 }),
    enabled: isOpen,
  })
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>History</summary>
      <Failed reads={[read]} />
      <ol className="timeline">
        {read.data?.rows.map((event) => (
          <EventLine key={event.seq} event={event} />
        ))}
      </ol>
    </details>
  )
}
