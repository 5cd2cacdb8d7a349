import type { AppError, ErrorCode } from '../model/errors.ts'

/** What a person can do about an error that is no slip in a file or a call. */
const STEPS: Partial<Record<ErrorCode, string>> = {
  not_found: 'See what there is: leeway checkpoints --all, jobs --all, pr --all, people, tokens, passkeys',
  already_resolved: 'See what was decided: leeway checkpoints show ID',
  expired: 'Nothing is left to decide. See what became of it: leeway checkpoints show ID',
  stale_content: 'See it as it is now: leeway checkpoints show ID',
  sent_back: 'Wait for the next revision: leeway checkpoints --watch',
  self_approval: 'Let somebody else in: leeway people add NAME. If you work alone, say so: leeway login --solo',
  step_up_needed: 'Set a passphrase once with `leeway login --passphrase`, and answer in a terminal.',
  answer_not_allowed: 'See which answers it takes: leeway checkpoints show ID',
  unresolved_threads: 'Read them: leeway pr show ID. Settle one: leeway pr resolve ID THREAD',
  rejected_parts: 'Look at it: leeway pr show ID. Have it changed: leeway pr request-changes ID --text WHAT',
  unseen_files: 'Have one whole: leeway pr file ID PATH --out FILE. If you have looked, say so: --seen',
  job_not_stopped: 'See where it stands: leeway job show ID',
  job_ended: 'See how it ended: leeway job show ID',
  not_in_doubt: 'See what is in doubt: leeway jobs',
  git_missing: 'Install git 2.38 or newer, and start again.',
  repository_missing: 'Look closer: leeway doctor',
  repository_broken: 'Look closer: leeway doctor',
  disk_full: 'Make room, and try again.',
  store_busy: 'Try again; another process is writing.',
  not_a_database: 'Look closer: leeway doctor. Go back to a backup: leeway restore FILE',
  newer_schema: 'Use the version of Leeway that wrote it, or a newer one.',
  read_only: 'Look at the permissions: leeway doctor',
}

/** The next step after an error, if there is a good one; it names what it is about where the error does. */
export function nextStep({ code, details }: AppError): string | undefined {
  const { next, checkpoint = 'ID', job = 'ID', pull = 'ID' } = details
  if (next !== undefined) return next
  return STEPS[code]
    ?.replace('checkpoints show ID', `checkpoints show ${checkpoint}`)
    .replace('job show ID', `job show ${job}`)
    .replaceAll(/pr (show|request-changes|resolve|file) ID/g, `pr $1 ${pull}`)
}
