/** How a command line that nobody should write has to end: its code, and the first line that it says. */
export interface HostileCall {
  readonly argv: readonly string[]
  readonly code: 0 | 1 | 2
  readonly said: string
  readonly input?: string | Buffer
}

const ESC = '\u001b[31mred\u001b[0m'
const ESCAPED = '\\u001b[31mred\\u001b[0m'
const LONG = 'x'.repeat(10_000)
const SHORTENED = `${'x'.repeat(80)}…`
const END = 'but the text ends there.'
const A_VALUE = 'Expected a value (an object, a list, a text in double quotes, a finite number, true, false or null)'
const NO_TOKEN = 'leeway login: Your token is not known here, or is worth nothing any more.'
const TOO_LARGE = (file: string) => `"${file}" is larger than 1 MiB, the most that is read.`

const usage = (said: string, ...argv: readonly string[]): HostileCall => ({ argv, code: 2, said })
const fails = (said: string, ...argv: readonly string[]): HostileCall => ({
  argv,
  code: 1,
  said: `leeway ${argv[0]}: ${said}`,
})

/** Texts that are no id, as they are shown again. */
const NO_IDS: readonly (readonly [text: string, shown: string])[] = [
  ['', ''],
  [' ', ' '],
  ['../../etc/passwd', '../../etc/passwd'],
  [ESC, ESCAPED],
  ['\u0000', '\\u0000'],
  ['a\nb', 'a\\u000ab'],
  ["'; DROP TABLE jobs;--", "'; DROP TABLE jobs;--"],
  [LONG, SHORTENED],
  ['\u202eevil', '\\u202eevil'],
  ['$(id)', '$(id)'],
  ['%00', '%00'],
  ['job_../x', 'job_../x'],
  ['*', '*'],
]

const NO_NAMES: readonly (readonly [name: string, shown: string])[] = [
  [ESC, ESCAPED],
  ['__proto__', '__proto__'],
  ['../x', '../x'],
  ['', ''],
  [LONG, SHORTENED],
]
const noName = (shown: string) =>
  `"${shown}" can not be the name of a person. Write letters, digits and ". _ : -", such as ada or ada.lovelace.`

/** Ids that make no sense, and ids of nothing. */
const IDS: readonly HostileCall[] = [
  ...NO_IDS.flatMap(([text, shown]) => [
    usage(`"${shown}" is not the id of a checkpoint.`, 'approve', text),
    usage(`"${shown}" is not the id of a checkpoint.`, 'checkpoints', 'show', text),
    usage(`"${shown}" is not the id of a job.`, 'job', 'show', text),
    usage(`"${shown}" is not the id of a job.`, 'cancel', text, '--reason', 'x'),
    usage(`"${shown}" is not the id of a job.`, 'resume', text, '--reason', 'x'),
    usage(`"${shown}" is not the id of an attempt.`, 'settle', text, '--failed', '--reason', 'x'),
    usage(`"${shown}" is not the id of a grant.`, 'grants', 'revoke', text),
    usage(`"${shown}" is not the id of a token.`, 'tokens', 'revoke', text),
    usage(`"${shown}" is not the id of a passkey.`, 'passkeys', 'remove', text),
    usage(`"${shown}" is not the id of a webhook.`, 'webhooks', 'remove', text),
    usage(`"${shown}" is not the id of a webhook.`, 'webhooks', 'test', text),
  ]),
  fails('There is no checkpoint chk_none, or it is not yours to see.', 'approve', 'chk_none'),
  fails('There is no checkpoint chk_none, or it is not yours to see.', 'reject', 'chk_none', '--reason', 'x'),
  fails(
    'There is no checkpoint -, or it is not yours to see. Of the end of an id at least 4 characters are needed.',
    'approve',
    '-',
  ),
  fails('There is no job job_none, or it is not yours to see.', 'job', 'show', 'job_none'),
  fails('There is no job job_none, or it is not yours to see.', 'cancel', 'job_none', '--reason', 'x'),
  fails('There is no grant grt_none, or it is not yours to see.', 'grants', 'revoke', 'grt_none'),
  fails(
    'No attempt att_none is in doubt: it is settled, or not yours to see.',
    'settle',
    'att_none',
    '--failed',
    '--reason',
    'x',
  ),
]

const CHOOSE =
  'Choose one of: up, open, tokens, hook, webhooks, demo, tour, login, logout, people, code, passkeys and 30 more.'

/** Commands, options and values that there are not. */
const CALLS: readonly HostileCall[] = [
  usage(`leeway: there is no command "nothing". ${CHOOSE}`, 'nothing'),
  usage(`leeway: there is no command "". ${CHOOSE}`, ''),
  usage(`leeway: there is no command "${ESCAPED}". ${CHOOSE}`, ESC),
  usage(`leeway: there is no command "__proto__". ${CHOOSE}`, '__proto__'),
  usage(
    'There is no option "--yes". Choose one of: --hash, --reason, --grant-count, --grant-until, --grant-job, --seen, --json, --help.',
    'approve',
    'x',
    '--yes',
  ),
  usage(
    'There is no option "--token". Choose one of: --name, --token-file, --passphrase, --solo, --no-solo, --yes, --json, --help.',
    'login',
    '--token',
    'lwy_x',
  ),
  usage('"lwy_abc" is too much: this command takes options only.', 'login', 'lwy_abc'),
  usage('The option "--name" needs a value.', 'login', '--name', ''),
  usage('The option "--limit" needs a value. To give it "-1", write "--limit=-1".', 'jobs', '--limit', '-1'),
  ...['1e9', 'NaN', '0x10', '10;drop', '0', '-1', '1.5', '99999999999999999999', ' 5', '٣', 'Infinity'].flatMap(
    (limit) => [
      usage('--limit is a number from 1 to 1000.', 'jobs', `--limit=${limit}`),
      usage('--limit is a number from 1 to 1000.', 'checkpoints', `--limit=${limit}`),
      usage('--limit is a number from 1 to 1000.', 'audit', `--limit=${limit}`),
    ],
  ),
  usage('--after is what the page before named as its end: TIME,ID.', 'jobs', '--after', 'x'),
  usage('--after is the number of an event.', 'audit', '--after', 'x'),
  usage('--after is the number of an event.', 'audit', '--after=-1'),
  usage('There is no way to call audit "nothing". Choose one of: show, verify, export.', 'audit', 'nothing'),
  usage('Whom? leeway people add NAME', 'people', 'add'),
  ...NO_NAMES.flatMap(([name, shown]) => [
    usage(noName(shown), 'people', 'add', name),
    usage(name === '' ? 'The option "--person" needs a value.' : noName(shown), 'passkeys', '--person', name),
  ]),
  usage('There is no role "root". Choose one of: viewer, reviewer, admin.', 'people', 'add', 'ben', '--role', 'root'),
  ...['people', 'tokens'].map((command) =>
    usage('"../x" is not an id of a tenant.', command, 'add', 'ben', '--tenant', '../x'),
  ),
  usage('"../x" is not an id of a tenant.', 'webhooks', 'add', 'https://x.example', '--tenant', '../x'),
  usage('"../x" is not the id of a job.', 'tokens', 'add', 'x', '--job', '../x'),
  usage('leeway passkeys takes "remove", or nothing. Add one in the browser, in the settings.', 'passkeys', 'add', 'x'),
  usage('leeway tokens takes "add" or "revoke", or nothing.', 'tokens', 'nothing', 'x'),
  usage(
    '"http://127.0.0.1:5432" is no address that begins with https://. Only one of this machine or of your own network may begin with http://; say so: leeway webhooks add http://127.0.0.1:5432/ --private',
    ...['webhooks', 'add', 'http://127.0.0.1:5432'],
  ),
  ...['javascript:alert(1)', 'file:///etc/passwd', 'x.example', ''].map((url) =>
    usage(`"${url}" is no address that begins with https://.`, 'webhooks', 'add', url),
  ),
  usage(`"${ESCAPED}" is no address that begins with https://.`, 'webhooks', 'add', ESC),
  usage('An address carries no name and no password.', 'webhooks', 'add', 'https://ann:pw@x.example'),
  usage('That is too much: y.', 'webhooks', 'add', 'https://x.example', 'y'),
  usage('There is no position "maybe". Choose one of: on, off.', 'kill-switch', 'maybe'),
  usage('Say one of --all, --agent NAME, --tenant ID.', 'kill-switch', 'on'),
  usage(
    'There is no schema "__proto__". Choose one of: policy, preset, agent, tenant, project, heuristic, todos, gate, decision.',
    'schema',
    '__proto__',
  ),
  usage('There is no shell "csh". Did you mean "zsh"?', 'completion', 'csh'),
  ...['99999', 'x', '0x10', '1e3', ' 1'].map((port) =>
    usage('A port is a number from 0 to 65535; 0 takes any that is free.', 'up', `--port=${port}`),
  ),
  usage('Give --tls-cert and --tls-key together.', 'up', '--tls-cert', '/nothing'),
  ...['0.0.0.0', '::', 'evil host', '192.0.2.1'].map((host) =>
    fails(
      `Others can reach ${host}. Give the server a certificate and its key, or name the proxy before it.`,
      'up',
      '--host',
      host,
    ),
  ),
  ...['http://x', 'nonsense', 'https://x/path', 'javascript:alert(1)'].map((proxy) =>
    fails(`The address of a proxy is https:// and a name, not ${proxy}.`, 'up', '--proxy', proxy),
  ),
  fails('No server is running in this folder.', 'open'),
  usage('There is no hook for "nothing". Choose one of: claude.', 'hook', 'nothing'),
  usage('Say why: leeway cancel ID --reason WHY', 'cancel', LONG),
]

/** Files that are not there, are no files, have no end, or hold something else. */
const FILES: readonly HostileCall[] = [
  fails('/nothing can not be read: it is not there.', 'login', '--token-file', '/nothing'),
  fails('/ can not be read: it is a folder.', 'login', '--token-file', '/'),
  ...['/dev/zero', 'huge.json'].flatMap((file) => [
    fails(TOO_LARGE(file), 'login', '--token-file', file),
    fails(TOO_LARGE(file), 'edit', 'x', '--args-file', file),
    fails(TOO_LARGE(file), 'respond', 'x', '--value-file', file),
    fails(TOO_LARGE(file), 'up', '--tls-cert', file, '--tls-key', file),
  ]),
  fails('/nothing can not be read: it is not there.', 'up', '--tls-cert', '/nothing', '--tls-key', '/nothing'),
  fails(NO_TOKEN.slice('leeway login: '.length), 'login', '--token-file', 'broken.json'),
  usage(`--args: ${A_VALUE} at column 6, ${END}`, 'edit', 'x', '--args-file', 'broken.json'),
  usage(`--args: Expected a key in double quotes at column 2, ${END}`, 'edit', 'x', '--args', '{'),
  usage('The arguments are a JSON object.', 'edit', 'x', '--args', '[]'),
  usage(
    '--args: The key "a" is given twice, in columns 2 and 8. Keep one of them.',
    'edit',
    'x',
    '--args',
    '{"a":1,"a":2}',
  ),
  fails('/nothing/x can not be written: there is no folder /nothing.', 'backup', '/nothing/x'),
  fails('/nothing/x can not be written: there is no folder /nothing.', 'audit', 'export', '/nothing/x'),
  { argv: ['explain', 'nothing.json'], code: 1, said: 'There is no file "nothing.json".' },
]

const inputs = (
  said: string,
  ...given: readonly (readonly [readonly string[], string | Buffer])[]
): readonly HostileCall[] => given.map(([argv, input]) => ({ argv, input, code: argv[0] === 'hook' ? 2 : 1, said }))

/** What nobody should pipe into a command. */
const INPUTS: readonly HostileCall[] = [
  ...inputs(
    NO_TOKEN,
    ...['', 'lwy_x', `lwy_${'A'.repeat(43)}`, '\u0000', ESC].map(
      (text) => [['login', '--token-file', '-'], text] as const,
    ),
  ),
  ...inputs(`leeway login: ${TOO_LARGE('-')}`, [['login', '--token-file', '-'], 'x'.repeat(3_000_000)]),
  ...inputs(`leeway hook: The call can not be read: Expected a key in double quotes at column 2, ${END}`, [
    ['hook', 'claude'],
    '{',
  ]),
  ...inputs(`leeway hook: The call can not be read: ${A_VALUE} at column 1, ${END}`, [['hook', 'claude'], '']),
  ...inputs('leeway hook: The call is larger than 1 MiB, which is more than anybody can review.', [
    ['hook', 'claude'],
    'x'.repeat(3_000_000),
  ]),
]

/** Every hostile command line, for an administrator in a folder in which nothing is held. */
export const HOSTILE_CALLS: readonly HostileCall[] = [...IDS, ...CALLS, ...FILES, ...INPUTS]
