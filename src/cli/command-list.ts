/** Every command with what it does, by what it is about: all that help and completion need, without loading any. */
export const GROUPS = [
  {
    title: 'Begin',
    commands: {
      up: 'serve this folder to agents and browsers',
      open: 'sign a browser in to the server of this folder',
      demo: 'watch an agent being held, and answer it',
      tour: 'see a few decisions being made',
      login: 'join this folder, or sign in with a token',
      logout: 'forget your token for this folder',
      people: 'see who may decide, let people in and out',
      code: 'read the code that your browser waits for',
      passkeys: 'see and remove what proves that it is you',
      tokens: 'let agents and services call the server',
      hook: 'gate the tool calls of Claude Code',
      webhooks: 'tell other programs what waits for people',
    },
  },
  {
    title: 'What waits for you',
    commands: {
      checkpoints: 'list what is held, or show one',
      approve: 'let it happen, exactly as you saw it',
      edit: 'let it happen with other arguments',
      reject: 'say no, and why',
      respond: 'answer in place of the action',
      'request-changes': 'send work back',
      comment: 'leave a remark that decides nothing',
      pr: 'review the work of a phase, line by line',
      clone: 'get the files of a job, to read, change and push',
      'git-credential': 'hand git your token, for clones of jobs',
      grants: 'see and revoke what approvals left behind',
    },
  },
  {
    title: 'What agents do',
    commands: {
      jobs: 'list the jobs, and what is in doubt',
      job: 'show one job, its family and its story',
      upload: 'give a job documents to read',
      cancel: 'call a job off, and all below it',
      resume: 'let a stopped job go on',
      settle: 'say what became of an action in doubt',
      'kill-switch': 'halt everything, an agent or a tenant at once',
    },
  },
  {
    title: 'The record',
    commands: {
      audit: 'read, verify and export the log',
      backup: 'copy everything that is kept to a file',
      restore: 'bring a backup back',
      doctor: 'look whether everything is in order',
    },
  },
  {
    title: 'Policies',
    commands: {
      decide: 'answer "may I go on?" for each line',
      compare: 'tell whether a child is freer than its parent',
      policy: 'show a policy with every axis, and where each value came from',
      presets: 'list the presets and what they mean',
      explain: 'put a decision into words and a table',
      validate: 'find every mistake in configuration files',
      schema: 'print the JSON Schema of a file, a gate or a decision',
      completion: 'print completions for your shell',
    },
  },
] as const

type Names<Group> = Group extends { readonly commands: infer Commands } ? keyof Commands : never
export type CommandName = Names<(typeof GROUPS)[number]>

/** What each command does, in a line. */
export const SUMMARIES: ReadonlyMap<string, string> = new Map(
  GROUPS.flatMap(({ commands }) => Object.entries(commands)),
)
