import * as z from 'zod'
import { CheckpointStatus } from '../../model/checkpoint-status.ts'
import { JobId, PullId, TenantId, ThreadId } from '../../model/ids.ts'
import { ObjectName } from '../../model/object-name.ts'
import { PullStatus } from '../../model/pull-status.ts'
import { Draft, FileVerdict } from '../../model/review-thread.ts'
import { strict } from '../../model/strict.ts'
import { UnsentChange, UnsentReview } from '../../model/unsent-review.ts'
import { DECIDERS, operation, PEOPLE } from '../operation.ts'
import { PAGING, pageOf } from '../paging.ts'
import { DiffView, FileView, ListedPull, PullView } from '../pull-views.ts'
import { PROOF } from '../web-authn.ts'

const Words = z.string().max(20_000)
const Path = z.string().min(1).max(4096)
const THE_PULL = { pull: PullId }
const A_FILE = {
  ...THE_PULL,
  path: Path,
  /** The newest when left out. */
  round: z.int().positive().optional(),
  /** `old` is what it was on the base. */
  side: z.enum(['old', 'new']).default('new'),
}
/** What can go wrong with the repository behind a pull request. */
const GIT_ERRORS = [
  'not_found',
  'repository_broken',
  'repository_missing',
  'too_much_output',
  'git_missing',
  'git_failed',
  'git_timeout',
] as const

/** Pull requests, as people review them. */
export const PULLS = {
  list_pulls: operation({
    method: 'GET',
    path: '/v1/pulls',
    summary: 'Lists the pull requests that are open, or what became of them.',
    callers: PEOPLE,
    input: strict({
      ...PAGING,
      status: z.array(PullStatus).min(1).default(['open']),
      job: JobId.optional(),
      tenant: TenantId.optional(),
      /** Only those whose merge could not be made and waits for a person. */
      stuck: z.boolean().default(false),
    }),
    output: pageOf(ListedPull),
    errors: ['not_found'],
    event: null,
    repeat: 'safe',
  }),
  read_pull: operation({
    method: 'GET',
    path: '/v1/pulls/:pull',
    summary: 'Shows a pull request with its rounds, threads, and the drafts and marks of whoever asks.',
    callers: PEOPLE,
    input: strict(THE_PULL),
    output: PullView,
    errors: [...GIT_ERRORS],
    event: null,
    repeat: 'safe',
  }),
  read_diff: operation({
    method: 'GET',
    path: '/v1/pulls/:pull/diff',
    summary: 'Shows what a round changes, or what changed between two rounds.',
    callers: PEOPLE,
    input: strict({
      ...THE_PULL,
      /** The newest when left out. */
      round: z.int().positive().optional(),
      /** Compare with this round instead of the base. */
      since: z.int().positive().optional(),
    }),
    output: DiffView,
    errors: [...GIT_ERRORS],
    event: null,
    repeat: 'safe',
  }),
  list_files: operation({
    method: 'GET',
    path: '/v1/pulls/:pull/files',
    summary: 'Lists every file of a round.',
    callers: PEOPLE,
    input: strict({ ...THE_PULL, round: z.int().positive().optional() }),
    output: z.object({ commit: ObjectName, paths: z.array(z.string()).readonly() }).readonly(),
    errors: [...GIT_ERRORS],
    event: null,
    repeat: 'safe',
  }),
  read_file: operation({
    method: 'GET',
    path: '/v1/pulls/:pull/file',
    summary: 'Shows a file as it stands in a round, or on the base of it.',
    callers: PEOPLE,
    input: strict(A_FILE),
    output: FileView,
    errors: [...GIT_ERRORS],
    event: null,
    repeat: 'safe',
  }),
  download_file: operation({
    method: 'GET',
    path: '/v1/pulls/:pull/raw',
    summary: 'Gives the whole bytes of a file as it stands in a round, or on the base of it, whatever they are.',
    callers: PEOPLE,
    input: strict(A_FILE),
    output: z.string().meta({ format: 'binary' }),
    errors: [...GIT_ERRORS],
    event: null,
    repeat: 'safe',
    sends_file: true,
  }),
  submit_review: operation({
    method: 'POST',
    path: '/v1/pulls/:pull/reviews',
    summary:
      'Submits a whole review: approve, request changes, comment or reject, with every thread and verdict, for one commit.',
    callers: DECIDERS,
    input: strict({
      ...THE_PULL,
      head: ObjectName,
      content_hash: z.string().min(1).max(200),
      answer: z.enum(['approve', 'request_changes', 'comment', 'reject']),
      text: Words.default(''),
      threads: z.array(Draft).max(500).default([]),
      verdicts: z.array(FileVerdict).max(5000).default([]),
      /** Proves presence where an action can't be undone. */
      ...PROOF,
    }),
    output: z.object({ status: CheckpointStatus, revision: z.int(), missing: z.int() }).readonly(),
    errors: [
      // What was written of an earlier round is followed in the repository.
      ...GIT_ERRORS,
      'already_resolved',
      'expired',
      'stale_content',
      'head_moved',
      'not_asked',
      'pull_ended',
      'pull_merging',
      'unresolved_threads',
      'rejected_parts',
      'unseen_files',
      'sent_back',
      'answer_not_allowed',
      'self_approval',
      'step_up_needed',
      'id_taken',
      'halted',
      'job_ended',
      'job_stopped',
      'job_in_doubt',
    ],
    event: 'review_submitted',
    repeat: 'key',
  }),
  talk_in_thread: operation({
    method: 'POST',
    path: '/v1/pulls/:pull/threads/:thread',
    summary: 'Replies in a thread, resolves it, or takes it up again.',
    callers: DECIDERS,
    input: strict({
      ...THE_PULL,
      thread: ThreadId,
      do: z.enum(['reply', 'resolve', 'reopen']),
      text: Words.default(''),
    }),
    output: z.object({ thread: ThreadId }).readonly(),
    errors: ['not_found', 'pull_ended', 'thread_open'],
    event: 'thread_replied',
    repeat: 'key',
  }),
  save_drafts: operation({
    method: 'PUT',
    path: '/v1/pulls/:pull/drafts',
    summary: 'Keeps what somebody has written and not submitted yet. What is not named stays as it was kept.',
    callers: DECIDERS,
    input: strict({
      ...THE_PULL,
      drafts: z.array(Draft).max(500),
      /** Those that were thrown away. */
      removed: z.array(ThreadId).max(500).default([]),
    }),
    output: z.object({ drafts: z.int() }).readonly(),
    errors: ['not_found', 'pull_ended', 'id_taken'],
    event: 'drafts_saved',
    repeat: 'same',
  }),
  save_unsent: operation({
    method: 'PUT',
    path: '/v1/pulls/:pull/unsent',
    summary:
      'Keeps what somebody has begun of a review beside its comments: verdicts, words on the whole, and replies. What is not named stays as it was kept.',
    callers: DECIDERS,
    input: strict({ ...THE_PULL, ...UnsentChange.unwrap().shape }),
    output: UnsentReview,
    errors: ['not_found', 'pull_ended'],
    event: 'unsent_saved',
    repeat: 'same',
  }),
  mark_files: operation({
    method: 'PUT',
    path: '/v1/pulls/:pull/marks',
    summary:
      'Marks files as looked at, by the hash of what was shown; null takes a mark away. Says how many are of the newest round: only those count.',
    callers: PEOPLE,
    input: strict({ ...THE_PULL, viewed: z.record(Path, z.string().max(200).nullable()) }),
    output: z.object({ marked: z.int() }).readonly(),
    errors: ['not_found'],
    event: 'files_marked',
    repeat: 'same',
  }),
  commit_files: operation({
    method: 'POST',
    path: '/v1/pulls/:pull/commits',
    summary:
      'Commits changes of files, or suggestions of threads, to the branch. It is the next round, and voids votes.',
    callers: DECIDERS,
    input: strict({
      ...THE_PULL,
      head: ObjectName,
      message: Words.default(''),
      /** The whole text of each file; null takes one away. */
      changes: z.record(Path, z.string().max(2_000_000).nullable()).default({}),
      /** Threads whose suggestions are applied, in one commit. */
      suggestions: z.array(ThreadId).max(500).default([]),
    }),
    output: z.object({ head: ObjectName, round: z.int() }).readonly(),
    errors: [...GIT_ERRORS, 'disk_full', 'head_moved', 'pull_ended', 'pull_merging', 'edit_denied'],
    event: 'round_pushed',
    repeat: 'key',
  }),
}
