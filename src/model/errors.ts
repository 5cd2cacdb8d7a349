import type { Problem } from './problem.ts'

/** Every error of the product: its HTTP status, whether trying again helps, and its sentence. */
export const ERRORS = {
  invalid_input: { status: 422, retry: false, text: 'The input is not valid.' },
  wrong_call: { status: 400, retry: false, text: 'The command was called the wrong way.' },
  unreadable_file: { status: 422, retry: false, text: 'The file could not be read.' },

  not_signed_in: { status: 401, retry: false, text: 'Say who you are: sign in, or send a token.' },
  signed_in_as_other: { status: 409, retry: false, text: 'This browser is signed in as somebody else.' },
  wrong_host: { status: 421, retry: false, text: 'This server does not answer to that name.' },
  wrong_origin: { status: 403, retry: false, text: 'A page of another site may not ask for this.' },
  method_not_allowed: { status: 405, retry: false, text: 'That can not be done here.' },
  body_too_large: { status: 413, retry: false, text: 'The request is too large.' },
  not_json: { status: 415, retry: false, text: 'A request is JSON, and says so in its content type.' },
  too_many_requests: { status: 429, retry: true, text: 'Too many requests. Wait a moment.' },
  timed_out: { status: 408, retry: true, text: 'The request took too long to arrive.' },
  internal: { status: 500, retry: false, text: 'Something went wrong inside Leeway. What is held stays held.' },
  overloaded: { status: 503, retry: true, text: 'The server has more to do than it can. Try again in a moment.' },
  server_unreachable: { status: 503, retry: true, text: 'No server answers.' },
  unreadable_answer: { status: 502, retry: true, text: 'What came back is no answer of Leeway. Try again.' },
  no_passkeys_here: {
    status: 409,
    retry: false,
    text: 'Passkeys need a name in the address of the page, and this one has none that browsers take.',
  },
  already_serving: { status: 409, retry: false, text: 'A server is running in this folder.' },
  unsafe_address: { status: 422, retry: false, text: 'The server would be open to others without protection.' },

  not_found: { status: 404, retry: false, text: 'There is nothing of that name, or it is not yours to see.' },
  id_taken: { status: 409, retry: false, text: 'The id is taken.' },
  key_reused: { status: 409, retry: false, text: 'The key was used before, for something else.' },
  key_spent: { status: 409, retry: false, text: 'What this key was given for has been used up.' },
  literal_secret: { status: 422, retry: false, text: 'The content holds a secret. Name it as a reference instead.' },

  job_ended: { status: 409, retry: false, text: 'The job has ended.' },
  job_stopped: { status: 409, retry: false, text: 'The job is stopped until a person resumes it.' },
  job_in_doubt: { status: 409, retry: false, text: 'A person has to say what became of an action first.' },
  job_held: { status: 409, retry: true, text: 'The job waits for a person.' },
  job_not_stopped: { status: 409, retry: false, text: 'The job is not stopped, so there is nothing to resume.' },
  halted: { status: 409, retry: false, text: 'The kill switch is on.' },
  too_free: { status: 422, retry: false, text: 'The child would be freer than its parent may hand on.' },
  may_only_tighten: { status: 403, retry: false, text: 'An agent may only make a policy stricter.' },

  actor_not_human: { status: 403, retry: false, text: 'Only a person may do that.' },
  not_authorised: { status: 403, retry: false, text: 'You may not do that.' },
  self_approval: { status: 403, retry: false, text: 'You started or edited this, so somebody else has to approve it.' },
  step_up_needed: { status: 403, retry: false, text: 'This can not be undone: prove afresh that it is you.' },
  no_passkey: { status: 409, retry: false, text: 'You have no passkey for this address.' },
  passkey_unfit: { status: 422, retry: false, text: 'What the browser sent of the passkey does not fit.' },
  passkey_known: { status: 409, retry: false, text: 'You have added this passkey already.' },
  too_many_passkeys: { status: 409, retry: false, text: 'You have ten passkeys. Remove one before you add another.' },
  already_resolved: { status: 409, retry: false, text: 'Somebody was faster.' },
  expired: { status: 410, retry: false, text: 'Nobody answered in time.' },
  stale_content: { status: 409, retry: false, text: 'The content has changed since you looked at it.' },
  sent_back: {
    status: 409,
    retry: false,
    text: 'The work is with the agent, which has yet to bring its next revision.',
  },
  not_sent_back: { status: 409, retry: false, text: 'Nobody asked for changes.' },
  unanswered_remarks: { status: 422, retry: false, text: 'Every remark of a reviewer needs an answer.' },
  not_asked: { status: 409, retry: false, text: 'Nobody is asked about it.' },
  answer_not_allowed: { status: 422, retry: false, text: 'This checkpoint does not take that answer.' },
  edit_denied: { status: 422, retry: false, text: 'The policy denies what the edit would make of it.' },
  grant_in_batch: { status: 422, retry: false, text: 'An answer to many checkpoints at once leaves no grant behind.' },
  grant_unfit: { status: 422, retry: false, text: 'This can not be granted beyond the one time.' },
  held: { status: 409, retry: true, text: 'It is held until a person has looked.' },
  rejected: { status: 403, retry: false, text: 'A person said no.' },
  denied: { status: 403, retry: false, text: 'The policy says no.' },
  withdrawn: { status: 409, retry: false, text: 'The question was taken back.' },
  answered: { status: 409, retry: false, text: 'A person answered in place of the action.' },
  unfit_response: { status: 422, retry: false, text: 'The answer is not one that the agent can take.' },
  unknown_secret: { status: 422, retry: false, text: 'There is no secret of that name.' },
  still_running: { status: 409, retry: true, text: 'Another process is running it.' },
  program_changed: { status: 409, retry: false, text: 'The program asks something else than it did before.' },
  step_failed: { status: 500, retry: false, text: 'A step of the program failed.' },
  fenced: { status: 409, retry: false, text: 'Another process has taken the job over.' },
  not_approved: { status: 409, retry: false, text: 'It is not approved.' },
  already_spent: { status: 409, retry: false, text: 'The approval has been spent.' },
  approval_voided: { status: 409, retry: false, text: 'The policy denies it by now, so the approval is void.' },
  not_in_doubt: { status: 409, retry: false, text: 'The outcome is known.' },
  attempt_ended: { status: 409, retry: false, text: 'The outcome has been recorded.' },
  pull_known: { status: 409, retry: false, text: 'There is a pull request of that phase already.' },
  pull_ended: { status: 409, retry: false, text: 'The pull request is merged or closed.' },
  pull_merging: { status: 409, retry: true, text: 'The pull request is being merged.' },
  pull_in_hand: { status: 409, retry: true, text: 'Somebody else is at the pull request. Try again in a moment.' },
  head_moved: { status: 409, retry: false, text: 'Something newer stands on the branch. Look at that first.' },
  unresolved_threads: { status: 409, retry: false, text: 'Blocking threads have to be resolved first.' },
  rejected_parts: { status: 409, retry: false, text: 'Somebody has rejected a part of it as it is.' },
  unseen_files: { status: 409, retry: false, text: 'The diff does not show all of it. Look at the rest first.' },
  thread_open: { status: 409, retry: false, text: 'The thread is open.' },
  document_taken: { status: 409, retry: false, text: 'Something else stands where the document would go.' },
  too_many_documents: { status: 413, retry: false, text: 'The job has as many documents as it can have.' },
  too_many_holds: {
    status: 409,
    retry: true,
    text: 'Whoever asks, or the job, waits for a person at as many gates as it can.',
  },
  too_deep: { status: 422, retry: false, text: 'The job stands as deep below others as a job can.' },
  too_many_starters: { status: 409, retry: false, text: 'The job was started by as many people as it can be.' },
  version_conflict: { status: 409, retry: true, text: 'Somebody else changed it first.' },

  git_missing: { status: 500, retry: false, text: 'Leeway needs git 2.38 or newer.' },
  git_failed: { status: 500, retry: false, text: 'Git could not do it.' },
  git_timeout: { status: 503, retry: true, text: 'Git took too long.' },
  git_stopped: { status: 408, retry: true, text: 'Nobody waits for the answer of git any more.' },
  too_much_output: { status: 413, retry: false, text: 'There is more to show than can be shown at once.' },
  repository_missing: { status: 404, retry: false, text: 'The job has no repository.' },
  repository_broken: { status: 500, retry: false, text: 'The repository of the job is damaged.' },
  disk_full: { status: 507, retry: true, text: 'There is no room on the disk.' },
  ref_refused: { status: 403, retry: false, text: 'That can not be pushed to.' },
  push_refused: { status: 422, retry: false, text: 'The push was refused.' },
  branch_missing: { status: 404, retry: false, text: 'There is no such branch.' },
  branch_moved: { status: 409, retry: true, text: 'The branch has moved since you looked at it.' },
  base_moved: {
    status: 409,
    retry: false,
    text: 'Main has moved since the review. Look again at what would be merged.',
  },
  tree_changed: { status: 409, retry: false, text: 'What would be merged is not what was reviewed.' },
  merge_conflict: { status: 409, retry: false, text: 'The work and main change the same lines.' },

  forge_unreachable: { status: 503, retry: true, text: 'The forge did not answer.' },
  forge_busy: { status: 503, retry: true, text: 'The forge asks for a pause.' },
  forge_refused: { status: 502, retry: false, text: 'The forge refused the request.' },
  forge_unreadable: { status: 502, retry: false, text: 'The answer of the forge can not be read.' },
  forge_foreign: { status: 403, retry: false, text: 'The message is not of this forge, or not about this repository.' },

  store_busy: { status: 503, retry: true, text: 'Another process has kept the database busy for too long.' },
  store_stopped: { status: 503, retry: false, text: 'The store has stopped and takes no more writes.' },
  newer_schema: { status: 500, retry: false, text: 'The database was made by another version of Leeway.' },
  not_a_database: { status: 500, retry: false, text: 'The file is not a database of Leeway.' },
  read_only: { status: 500, retry: false, text: 'The folder of the database can not be written to.' },
} as const
export type ErrorCode = keyof typeof ERRORS

interface AppErrorOptions extends ErrorOptions {
  /** A whole sentence that says more than the table does. */
  readonly message?: string
  readonly details?: Readonly<Record<string, string>>
}

/** The one error class: thrown only for what the caller cannot go on from. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly problems: readonly Problem[]
  /** What a program needs to go on from here: ids, names, times. */
  readonly details: Readonly<Record<string, string>>

  constructor(code: ErrorCode, problems: readonly Problem[] = [], options: AppErrorOptions = {}) {
    super(options.message ?? problems[0]?.message ?? ERRORS[code].text, options)
    this.code = code
    this.problems = problems
    this.details = options.details ?? {}
  }
}
