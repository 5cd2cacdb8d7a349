import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CheckpointId } from '../../src/model/ids.ts'
import { api } from '../data/api.ts'
import { EventLine } from '../job/event-line.tsx'

/** What has happened to a checkpoint, from the log; read when somebody opens it. */
export function History({ checkpoint }: { readonly checkpoint: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['checkpoint', checkpoint, 'history'],
    queryFn: () => api.call('list_events', { checkpoint: checkpoint as CheckpointId, limit: 1000 }),
    enabled: isOpen,
  })
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>History</summary>
      <ol className="timeline">
        {data?.rows.map((event) => (
          <EventLine key={event.seq} event={event} />
        ))}
      </ol>
    </details>
  )
}
