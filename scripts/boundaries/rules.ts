/** A folder of `src`, its kind, and what its files may import besides their own folder. */
export interface FolderRule {
  /** Thinking folders are pure: no `node:` module at all. */
  readonly kind: 'thinking' | 'world'
  /** A folder name (`model`), or one file of a folder (`engine/ports.ts`). */
  readonly mayImport: readonly string[]
}

const THINKING_BASE = ['model', 'frames', 'policy']
const WORLD_BASE = [...THINKING_BASE, 'engine/ports.ts']

/** Files of the sdk that need neither a store nor Node. */
const SHARED_BY_CLIENT = [
  'agent-side',
  'desk',
  'document-desk',
  'page',
  'pull-desk',
  'gate-options',
  'gated-job',
  'job-handle',
  'known-options',
  'own-copy',
  'passage',
  'read-response',
  'refused',
]
  .concat(['ended', 'held', 'run-action', 'secrets', 'tell-hold', 'to-passage'])
  .map((name) => `sdk/${name}.ts`)

/** The direction of the whole product, one line a folder. Changing a line is a decision: say why in docs/decisions. */
export const FOLDERS: Readonly<Record<string, FolderRule>> = {
  model: { kind: 'thinking', mayImport: [] },
  frames: { kind: 'thinking', mayImport: ['model'] },
  policy: { kind: 'thinking', mayImport: ['model', 'frames'] },
  /** Diffs, anchors and what a reviewer has to see: the same code in the server, at the command line and in a browser. */
  review: { kind: 'thinking', mayImport: ['model'] },
  engine: { kind: 'thinking', mayImport: [...THINKING_BASE, 'review'] },
  api: { kind: 'thinking', mayImport: ['model', 'policy', 'review'] },

  programs: { kind: 'world', mayImport: [...THINKING_BASE, 'review', 'engine'] },
  config: { kind: 'world', mayImport: THINKING_BASE },
  /** The embedded engine as agents use it; which store it stands on is picked by compose.ts. */
  sdk: { kind: 'world', mayImport: [...THINKING_BASE, 'review', 'engine', 'config'] },
  store: { kind: 'world', mayImport: WORLD_BASE },
  /** Git: a job's repository, how it is written, merged and served. */
  workspace: { kind: 'world', mayImport: [...WORLD_BASE, 'review'] },
  /** Forges that show pull requests to people: how each is spoken to, and what is believed of it. */
  hosts: { kind: 'world', mayImport: WORLD_BASE },
  search: { kind: 'world', mayImport: WORLD_BASE },
  agent: { kind: 'world', mayImport: WORLD_BASE },
  notify: { kind: 'world', mayImport: WORLD_BASE },
  assistant: { kind: 'world', mayImport: [...WORLD_BASE, 'search'] },
  /** Offers over HTTP what the sdk offers in a process, by the same code, so that both always agree. */
  server: { kind: 'world', mayImport: [...THINKING_BASE, 'review', 'engine', 'api', 'config', 'sdk'] },
  mcp: { kind: 'world', mayImport: [...THINKING_BASE, 'engine', 'api'] },
  /** The sdk's interface over HTTP: it shares what is about options and answers, and nothing that has a store. */
  client: { kind: 'world', mayImport: ['model', 'review', 'api', 'policy', 'refuse-old-node.ts', ...SHARED_BY_CLIENT] },
  adapters: { kind: 'world', mayImport: ['model', 'api', 'client', 'refuse-old-node.ts'] },
  cockpit: { kind: 'world', mayImport: ['model', 'review', 'api', 'client'] },
  cli: {
    kind: 'world',
    mayImport: [...THINKING_BASE, 'review', 'config', 'api', 'client', 'compose.ts', 'look-after.ts', 'open-server.ts'],
  },
}

/** The files that put the product together; they may import every folder. */
export const ROOT_FILES: readonly string[] = [
  'src/compose.ts',
  'src/look-after.ts',
  'src/open-forge.ts',
  'src/open-options.ts',
  'src/open-server.ts',
  'src/index.ts',
  'src/refuse-old-node.ts',
]

/** The folder for tests' own helpers: it sees everything, and only tests see it. */
export const TESTING = 'testing'

/** Tests and the contract suites that tests run; they may use `testing` and Node itself. */
export function isTest(file: string): boolean {
  return /\.test\.tsx?$|-contract\.ts$/.test(file)
}
