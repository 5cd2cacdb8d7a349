import { openReception, type Reception } from '../../compose.ts'
import { haltsOf } from '../../model/halts.ts'
import type { KillSwitch } from '../../model/kill-switch.ts'
import type { Io } from '../io.ts'
import { CredentialBox } from './credentials.ts'
import { haltText, howToLift } from './draw-halts.ts'
import type { Finding } from './finding.ts'

/** Looks whether anybody can decide here, whether whoever asks is let in, and whether anything is halted. */
export async function examinePeople(root: string, io: Io): Promise<readonly Finding[]> {
  try {
    const reception = await openReception({ root })
    try {
      const administrators = await reception.administrators()
      return [
        await people(reception, administrators),
        await login(reception, { root, io, administrators }),
        ...halts(await reception.killSwitch()),
      ]
    } finally {
      await reception.close()
    }
  } catch (error) {
    return [{ check: 'login', ok: false, detail: error instanceof Error ? error.message : String(error) }]
  }
}

/** A halt is somebody's decision and no fault, but whoever asks why nothing goes on has to read it here. */
function halts(halted: KillSwitch): readonly Finding[] {
  const found = haltsOf(halted).map(
    (halt): Finding => ({
      check: 'kill switch',
      ok: true,
      detail: `${haltText(halt, new Date())}. ${howToLift(halt)}`,
      notice: true,
    }),
  )
  return found.length === 0 ? [{ check: 'kill switch', ok: true, detail: 'Nothing is halted.' }] : found
}

async function people(reception: Reception, [first, ...others]: readonly string[]): Promise<Finding> {
  const check = 'people'
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    return { check, ok: true, detail: `There is an administrator: ${first}${more}.` }
  }
  if (await reception.isEmpty()) {
    return {
      check,
      ok: true,
      detail: 'Nobody has joined yet, so nobody can answer what is held: leeway login',
      notice: true,
    }
  }
  return { check, ok: false, detail: 'There is no administrator, so nobody can let anybody in.' }
}

interface Asking {
  readonly root: string
  readonly io: Io
  readonly administrators: readonly string[]
}

async function login(reception: Reception, { root, io, administrators }: Asking): Promise<Finding> {
  const check = 'login'
  const box = new CredentialBox(io.environment)
  const known = { names: await reception.names(), root }
  const found = await box.read(known)
  if (found === undefined) {
    const original = await box.readOriginal(known)
    const [administrator] = administrators
    const how =
      original !== undefined || administrator === undefined ? 'leeway login' : `ask ${administrator} for a token`
    return { check, ok: true, detail: `You are not signed in here: ${how}`, notice: true }
  }
  if (await reception.isKnown(found.token)) {
    return { check, ok: true, detail: `You are signed in as ${found.person}, and your token counts.` }
  }
  const detail = `Your token for ${found.person} is worth nothing any more. An administrator: leeway people renew ${found.person}`
  return { check, ok: false, detail }
}
