import type { PullDesk } from '../../sdk/pull-desk.ts'
import type { ApiClient } from '../api-client.ts'
import { unreadable } from '../unreadable.ts'
import type { Call } from './call.ts'
import { wholePage } from './whole-page.ts'

/** Pull requests, as a person reviews them at a server. */
export function pullsOf(call: Call, api: Pick<ApiClient, 'download'>): PullDesk {
  return {
    list: (query = {}) =>
      wholePage(query, (asked) =>
        call('list_pulls', {
          ...asked,
          ...(query.statuses && { status: [...query.statuses] }),
          ...(query.job && { job: query.job }),
          ...(query.stuck && { stuck: true }),
        }),
      ),
    read: (pull) => call('read_pull', { pull }),
    diff: (pull, compared = {}) => call('read_diff', { pull, ...compared }),
    files: (pull, round) => call('list_files', { pull, ...(round !== undefined && { round }) }),
    file: (pull, which) => call('read_file', { pull, ...which }),
    download: async (pull, which) => wholeOf(await api.download('download_file', { pull, ...which })),
    submit: ({ threads = [], verdicts = [], text = '', ...review }) =>
      call('submit_review', { ...review, text, threads: [...threads], verdicts: [...verdicts] }),
    talk: async ({ text = '', ...said }) => {
      await call('talk_in_thread', { ...said, text })
    },
    saveDrafts: async (pull, drafts, removed = []) => {
      await call('save_drafts', { pull, drafts: [...drafts], removed: [...removed] })
    },
    saveUnsent: (pull, change) => call('save_unsent', { pull, ...change }),
    markFiles: async (pull, viewed) => {
      const { marked } = await call('mark_files', { pull, viewed: { ...viewed } })
      return marked
    },
    commit: ({ changes = {}, suggestions = [], message = '', ...given }) =>
      call('commit_files', { ...given, message, changes: { ...changes }, suggestions: [...suggestions] }),
  }
}

function wholeOf(response: Response): Awaited<ReturnType<PullDesk['download']>> {
  const size = Number(response.headers.get('content-length'))
  return { size, bytes: bytesOf(response, size) }
}

/** What was cut off on the way is not the file. */
async function* bytesOf(response: Response, size: number): AsyncGenerator<Uint8Array> {
  let got = 0
  try {
    for await (const chunk of response.body ?? []) {
      got += chunk.length
      yield chunk
    }
  } catch (cause) {
    throw unreadable(response, 'it was cut off', cause)
  }
  if (got !== size) throw unreadable(response, 'it was cut off')
}
