import { userInfo } from 'node:os'
import { type Desk, type Keep, openReception, type Reception, refuseLostBelow } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { PersonId } from '../../model/ids.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { CredentialBox, type Draft, type Known } from '../person/credentials.ts'
import { readText } from '../person/read-text.ts'
import { askLine, confirm, isTerminal } from '../person/terminal.ts'
import { findKept } from '../person/with-desk.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { tell, tellSpelled } from '../text/tell.ts'
import { wrap } from '../text/wrap.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = {
  name: { type: 'string' },
  'token-file': { type: 'string' },
  passphrase: { type: 'boolean' },
  solo: { type: 'boolean' },
  'no-solo': { type: 'boolean' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type Options = ReturnType<typeof parse>

/** `leeway login`: join this folder, or sign in with a token that somebody handed over. */
export const command: Command = {
  help: `leeway login [--name NAME] [--solo [--yes] | --no-solo] [--passphrase] [--json]
leeway login --token-file FILE

Signs you in for this folder. The first who joins is its administrator; everybody else gets a token from them
(\`leeway people add\`). Your token is kept with mode 0600 in your own configuration folder, never in a workspace.

  --name         how you are called here; your user name when left out
  --token-file   sign in with the token that you were given, in this file (\`-\` for standard input); it is exchanged
                 for your own
  --passphrase   set the passphrase that proves your presence before something that can't be undone
  --solo         you work alone: you may approve what you started, and nothing asks for a proof that it is you, in
                 the whole folder. You are asked first; without a terminal --yes says it. --no-solo ends it

Example:  leeway login --name ada`,
  run: async (args, io) => {
    const options = parse(args)
    if (options.solo === true && options['no-solo'] === true) throw wrongCall('Give --solo or --no-solo, not both.')
    if (options.yes === true && options.solo !== true) throw wrongCall('--yes belongs to --solo.')
    if (options.passphrase === true && !isTerminal(io)) throw wrongCall('A passphrase is typed in a terminal.')
    if (options.solo === true && !(await meansSolo(options, io))) return EXIT.failed
    refuseLostBelow(io.folder)
    const root = findKept(io.folder) ?? io.folder
    const reception = await openReception({ root })
    try {
      return await signIn(reception, options, { io, root })
    } finally {
      await reception.close()
    }
  },
}

const SOLO =
  'Working alone means for everybody in this folder: whoever started or edited something may approve it themselves, and ' +
  'nothing asks for a passphrase, a passkey or a code, also before what can not be undone.'

/** What takes two safeguards away is said before it is done; a script says that it knows. */
async function meansSolo({ yes }: Options, io: Io): Promise<boolean> {
  if (yes === true) return true
  if (!isTerminal(io)) throw wrongCall(`${SOLO} If you mean it: leeway login --solo --yes`)
  const { width } = pageOf(io)
  io.stdout.write(`${wrap(SOLO, width).join('\n')}\n`)
  const isMeant = await confirm(io, 'Is that what you want?')
  if (!isMeant) tellSpelled(io.stdout, 'Nothing was changed. Without it: leeway login', io)
  return isMeant
}

interface Place {
  readonly io: Io
  readonly root: string
}

/** Signs somebody in who has come to the reception, and tells them so. */
export async function signIn(reception: Reception, options: Options, { io, root }: Place): Promise<ExitCode> {
  const box = new CredentialBox(io.environment)
  const here: Here = { reception, box, known: { names: await reception.names(), root } }
  const file = options['token-file']
  const before = await box.read(here.known)
  if (file !== undefined) await exchange(here, (await readText(file, io)).trim(), io)
  else if (before === undefined) await comeIn(here, () => nameOf(options, io))
  else if (options.name !== undefined && options.name !== before.person) throw somebodyElse(before.person)
  const credential = await box.read(here.known)
  if (credential === undefined) throw new Error('A token that was kept can be read again.')
  const desk = await reception.desk(credential.token)
  await applySettings(desk, options, io)
  await report(desk, { io, root, json: options.json === true, folder: box.folder })
  return EXIT.fine
}

/** A store that somebody comes in to, and where their token will lie. */
interface Here {
  readonly reception: Reception
  readonly box: CredentialBox
  readonly known: Known
}

async function comeIn(here: Here, name: () => PersonId): Promise<void> {
  if ((await takeUpDraft(here)) || (await signInToCopy(here))) return
  await refuseLatecomer(here.reception)
  await keepOnceIn(here, (keep) => here.reception.join(name(), keep))
}

/** Whoever proved their presence with a passphrase goes on doing so. */
async function exchange(here: Here, handedOver: string, io: Io): Promise<void> {
  const enter = (passphrase?: string) =>
    keepOnceIn(here, (keep) => here.reception.exchange(handedOver, keep, passphrase))
  try {
    await enter()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'step_up_needed' || !isTerminal(io)) throw error
    await enter(await askLine(io, 'Your passphrase:', { secret: true }))
  }
}

/** The token is on the disk before it counts, and takes the place of the one before only after that. */
async function keepOnceIn(here: Here, enter: (keep: Keep) => Promise<unknown>): Promise<void> {
  const { box, known } = here
  let draft: Draft | undefined
  try {
    await enter(async (person, token) => {
      await refuseInPlaceOf(here, person)
      draft = await box.draft(known, { person, token })
    })
  } catch (error) {
    // Whether a store that stopped has the token shows later.
    if (!(error instanceof AppError && error.code === 'store_stopped')) await draft?.discard()
    throw error
  }
  await draft?.publish()
}

/** Another's token would take the place of one's own, which perhaps nobody could give back. */
async function refuseInPlaceOf({ reception, box, known }: Here, person: PersonId): Promise<void> {
  const before = await box.read(known)
  if (before === undefined || before.person === person || !(await reception.isKnown(before.token))) return
  throw somebodyElse(before.person)
}

function somebodyElse(person: PersonId): AppError {
  return wrongCall(`You are ${person} here. To be somebody else, first: leeway logout`)
}

/** Finishes a login that was cut off after its token counted; without it, nobody else could let the first one in. */
async function takeUpDraft({ reception, box, known }: Here): Promise<boolean> {
  for (const draft of await box.drafts(known)) {
    if (!(await reception.isKnown(draft.token))) continue
    await draft.publish()
    return true
  }
  return false
}

/** A restored store knows the people of its original, so whoever is signed in there needs no other token here. */
async function signInToCopy({ reception, box, known }: Here): Promise<boolean> {
  const original = await box.readOriginal(known)
  if (original === undefined || !(await reception.isKnown(original.token))) return false
  await (await box.draft(known, original)).publish()
  return true
}

async function refuseLatecomer(reception: Reception): Promise<void> {
  const [administrator] = await reception.administrators()
  if (administrator !== undefined || !(await reception.isEmpty())) throw needsToken(administrator ?? 'an administrator')
}

function needsToken(administrator: string): AppError {
  return new AppError('not_authorised', [], {
    message: `${administrator} has joined here before you, and lets others in.`,
    details: { next: `${administrator}: leeway people add NAME. You: leeway login --token-file FILE` },
  })
}

/** Names stand in URLs and commands, so what does not fit there is left out. */
function nameOf({ name }: Options, { environment }: Io): PersonId {
  if (name === undefined) {
    const user = environment['USER'] ?? userInfo().username
    return PersonId.parse(user.replaceAll(/[^A-Za-z0-9._-]/g, '').replace(/^[._-]+/, '') || 'me')
  }
  const parsed = PersonId.safeParse(name)
  if (parsed.success) return parsed.data
  throw wrongCall('A name has 1 to 128 letters, digits and ". _ : -", and begins with a letter or digit.')
}

async function applySettings(desk: Desk, options: Options, io: Io): Promise<void> {
  if (options.solo === true) await desk.setSolo(true)
  if (options['no-solo'] === true) await desk.setSolo(false)
  if (options.passphrase !== true) return
  const { has_passphrase } = await desk.me()
  const old = has_passphrase ? await askLine(io, 'Your passphrase until now:', { secret: true }) : undefined
  const first = await askLine(io, 'Your passphrase (it is not shown):', { secret: true })
  const second = await askLine(io, 'Once more:', { secret: true })
  if (first !== second) throw new AppError('invalid_input', [], { message: 'The two differ, so nothing was set.' })
  await desk.setPassphrase(first, old)
}

async function report(
  desk: Desk,
  { io, root, json, folder }: Place & { json: boolean; folder: string },
): Promise<void> {
  const { id, role, has_passphrase } = await desk.me()
  const solo = await desk.isSolo()
  if (json) {
    io.stdout.write(`${jsonText({ person: id, role, root, solo, has_passphrase })}\n`)
    return
  }
  const how = [role, ...(solo ? ['working alone'] : []), ...(has_passphrase ? ['with a passphrase'] : [])].join(', ')
  tell(io.stdout, `You are ${id} in ${root} (${how}). Your token is kept in ${folder}.`)
}

function parse(args: readonly string[]) {
  return parseOptions(args, { options: OPTIONS }).values
}
