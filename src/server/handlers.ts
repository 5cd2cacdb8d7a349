import type { OperationName, Operations } from '../api/operations.ts'
import type { HandlersOf } from './call.ts'
import type { House } from './house.ts'

/** Operations that belong together: what they are, and what each does. */
interface Group<Names extends OperationName> {
  readonly operations: Pick<Operations, Names>
  readonly handlers: (house: House) => HandlersOf<Names>
}

const jobs = async () => ({
  operations: (await import('../api/operations/jobs.ts')).JOBS,
  handlers: (await import('./handlers/jobs.ts')).jobHandlers,
})
const documents = async () => ({
  operations: (await import('../api/operations/documents.ts')).DOCUMENTS,
  handlers: (await import('./handlers/documents.ts')).documentHandlers,
})
const gates = async () => ({
  operations: (await import('../api/operations/gates.ts')).GATES,
  handlers: (await import('./handlers/gates.ts')).gateHandlers,
})
const runs = async () => ({
  operations: (await import('../api/operations/gates.ts')).GATES,
  handlers: (await import('./handlers/gates.ts')).runHandlers,
})
const checkpoints = async () => ({
  operations: (await import('../api/operations/checkpoints.ts')).CHECKPOINTS,
  handlers: (await import('./handlers/checkpoints.ts')).checkpointHandlers,
})
const pulls = async () => ({
  operations: (await import('../api/operations/pulls.ts')).PULLS,
  handlers: (await import('./handlers/pulls.ts')).pullHandlers,
})
const attempts = async () => {
  const { ATTEMPTS, GRANTS } = await import('../api/operations/attempts.ts')
  const { attemptHandlers } = await import('./handlers/attempts.ts')
  return { operations: { ...ATTEMPTS, ...GRANTS }, handlers: attemptHandlers }
}
const policies = async () => ({
  operations: (await import('../api/operations/policies.ts')).POLICIES,
  handlers: (await import('./handlers/policies.ts')).policyHandlers,
})
const people = async () => ({
  operations: (await import('../api/operations/people.ts')).PEOPLE_OPERATIONS,
  handlers: (await import('./handlers/people.ts')).peopleHandlers,
})
const signIns = async () => ({
  operations: (await import('../api/operations/people.ts')).SIGN_INS,
  handlers: (await import('./handlers/sign-ins.ts')).signInHandlers,
})
const passkeys = async () => ({
  operations: (await import('../api/operations/passkeys.ts')).PASSKEYS,
  handlers: (await import('./handlers/passkeys.ts')).passkeyHandlers,
})
const tokens = async () => ({
  operations: (await import('../api/operations/people.ts')).TOKENS,
  handlers: (await import('./handlers/tokens.ts')).tokenHandlers,
})
const log = async () => {
  const { LOG, KILL_SWITCH } = await import('../api/operations/log.ts')
  const { logHandlers } = await import('./handlers/log.ts')
  return { operations: { ...LOG, ...KILL_SWITCH }, handlers: logHandlers }
}
const webhooks = async () => ({
  operations: (await import('../api/operations/webhooks.ts')).WEBHOOKS,
  handlers: (await import('./handlers/webhooks.ts')).webhookHandlers,
})
const health = async () => ({
  operations: (await import('../api/operations/health.ts')).HEALTH,
  handlers: (await import('./handlers/health.ts')).healthHandlers,
})

/** Which group has each operation. One that nobody declares and handles does not compile. */
const GROUP_OF: { readonly [Name in OperationName]: () => Promise<Group<Name>> } = {
  list_jobs: jobs,
  read_job: jobs,
  count_sessions: jobs,
  start_job: jobs,
  end_job: jobs,
  cancel_job: jobs,
  resume_job: jobs,
  change_policy: jobs,
  list_documents: documents,
  read_document: documents,
  upload_documents: documents,
  ask: gates,
  claim_approval: gates,
  revise_checkpoint: gates,
  answer_remarks: gates,
  withdraw_checkpoint: gates,
  record_attempt: runs,
  retake_attempt: runs,
  keep_session: runs,
  end_session: runs,
  list_checkpoints: checkpoints,
  read_checkpoint: checkpoints,
  answer_checkpoint: checkpoints,
  list_pulls: pulls,
  read_pull: pulls,
  read_diff: pulls,
  list_files: pulls,
  read_file: pulls,
  download_file: pulls,
  submit_review: pulls,
  talk_in_thread: pulls,
  save_drafts: pulls,
  save_unsent: pulls,
  mark_files: pulls,
  commit_files: pulls,
  list_doubts: attempts,
  settle_attempt: attempts,
  list_grants: attempts,
  revoke_grant: attempts,
  list_presets: policies,
  list_agents: policies,
  read_policy: policies,
  resolve_policy: policies,
  compare_policies: policies,
  decide: policies,
  read_me: people,
  list_people: people,
  add_person: people,
  renew_person: people,
  revoke_person: people,
  read_settings: people,
  change_settings: people,
  create_sign_in_link: signIns,
  sign_in: signIns,
  sign_out: signIns,
  start_step_up: passkeys,
  read_codes: passkeys,
  list_passkeys: passkeys,
  begin_passkey: passkeys,
  add_passkey: passkeys,
  remove_passkey: passkeys,
  list_tokens: tokens,
  issue_token: tokens,
  revoke_token: tokens,
  list_events: log,
  stream_events: log,
  read_kill_switch: log,
  set_kill_switch: log,
  list_webhooks: webhooks,
  resend_webhook: webhooks,
  read_health: health,
}

/** One operation with what it does. */
export interface Served<Name extends OperationName = OperationName> {
  readonly operation: Operations[Name]
  readonly handler: HandlersOf<Name>[Name]
}

/** Finds operations by name. Each is loaded by whoever asks for it first, because a server should be there at once. */
export function operationsOf(house: House): <Name extends OperationName>(name: Name) => Promise<Served<Name>> {
  return async (name) => {
    const { operations, handlers } = await GROUP_OF[name]()
    return { operation: operations[name], handler: handlers(house)[name] }
  }
}

/** What loads all of them, group by group. */
export const LOAD_OPERATIONS: readonly (() => Promise<unknown>)[] = [...new Set(Object.values(GROUP_OF))]
