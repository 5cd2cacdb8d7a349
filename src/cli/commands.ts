import type { CommandName } from './command-list.ts'
import type { Command } from './io.ts'

type Load = () => Promise<{ readonly command: Command }>

/** How to get each command. It is loaded when it is called, so that asking for help costs nothing. */
const LOADERS: Readonly<Record<CommandName, Load>> = {
  up: () => import('./commands/up.ts'),
  open: () => import('./commands/open.ts'),
  tokens: () => import('./commands/tokens.ts'),
  hook: () => import('./commands/hook.ts'),
  webhooks: () => import('./commands/webhooks.ts'),
  demo: () => import('./commands/demo.ts'),
  tour: () => import('./commands/tour.ts'),
  login: () => import('./commands/login.ts'),
  logout: () => import('./commands/logout.ts'),
  people: () => import('./commands/people.ts'),
  code: () => import('./commands/code.ts'),
  passkeys: () => import('./commands/passkeys.ts'),
  checkpoints: () => import('./commands/checkpoints.ts'),
  approve: () => import('./commands/approve.ts'),
  edit: () => import('./commands/edit.ts'),
  reject: () => import('./commands/reject.ts'),
  respond: () => import('./commands/respond.ts'),
  'request-changes': () => import('./commands/request-changes.ts'),
  comment: () => import('./commands/comment.ts'),
  pr: () => import('./commands/pr.ts'),
  clone: () => import('./commands/clone.ts'),
  'git-credential': () => import('./commands/git-credential.ts'),
  grants: () => import('./commands/grants.ts'),
  jobs: () => import('./commands/jobs.ts'),
  job: () => import('./commands/job.ts'),
  upload: () => import('./commands/upload.ts'),
  cancel: () => import('./commands/cancel.ts'),
  resume: () => import('./commands/resume.ts'),
  settle: () => import('./commands/settle.ts'),
  'kill-switch': () => import('./commands/kill-switch.ts'),
  audit: () => import('./commands/audit.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
  doctor: () => import('./commands/doctor.ts'),
  decide: () => import('./commands/decide.ts'),
  compare: () => import('./commands/compare.ts'),
  policy: () => import('./commands/policy.ts'),
  presets: () => import('./commands/presets.ts'),
  explain: () => import('./commands/explain.ts'),
  validate: () => import('./commands/validate.ts'),
  schema: () => import('./commands/schema.ts'),
  completion: () => import('./commands/completion.ts'),
}

/** Every command by its name. */
export const COMMANDS: ReadonlyMap<string, Load> = new Map(Object.entries(LOADERS))
