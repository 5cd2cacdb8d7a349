import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { AppError } from '../model/errors.ts'
import { quote } from '../model/quote.ts'

/** The branch that holds what was approved. Only a merge moves it. */
export const MAIN = 'main'

/** A phase of a job as its branch names it. */
export interface PhaseEntry {
  readonly number: number
  /** `strategic`, `tactical`, or the name that a program gives its phases. */
  readonly type: string
  /** How often the phase has been entered: 1, and one more after each merge or close. */
  readonly entry: number
}

const LONGEST_TYPE = 60
const TYPE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** Nothing outside this grammar is ever a branch that somebody may push to; numbers have no leading zeros, so a name has one reading. */
const BRANCH = /^phase-([1-9]\d{0,8})-([a-z0-9]+(?:-[a-z0-9]+)*?)(?:-rev-([2-9]|[1-9]\d{1,8}))?$/
/** What a type must not end in, or it would read as a later entry of another type. */
const READS_AS_ENTRY = /-rev-\d+$/

/** `phase-2-tactical`, and `phase-2-tactical-rev-3` when the phase is entered a third time. */
export function branchName({ number, type, entry }: PhaseEntry): string {
  const base = `phase-${number}-${typeInBranch(type)}`
  const name = entry === 1 ? base : `${base}-rev-${entry}`
  if (parseBranchName(name) === undefined) {
    const message = `Phase ${number}, entry ${entry} has no branch: both are whole numbers from 1 to 999999999.`
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '' }])
  }
  return name
}

/** What a branch says of its phase; nothing when the name is not one of ours. */
export function parseBranchName(name: string): PhaseEntry | undefined {
  const [, number, type, entry] = BRANCH.exec(name) ?? []
  if (number === undefined || type === undefined || !isPlain(type)) return undefined
  return { number: Number(number), type, entry: entry === undefined ? 1 : Number(entry) }
}

/** The branch behind `refs/heads/…`; refuses every ref that is not a branch of a phase, with the reason. */
export function readPushedRef(ref: string): string {
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined
  if (branch !== undefined && parseBranchName(branch) !== undefined) return branch
  throw new AppError('ref_refused', [], { message: `${quote(ref)} can not be pushed to: ${whyNot(ref, branch)}` })
}

function whyNot(ref: string, branch: string | undefined): string {
  if (branch === MAIN) return 'main moves only when a review is approved.'
  if (ref.startsWith('refs/tags/')) return 'there are no tags here.'
  if (branch === undefined) return 'only branches of phases are open, such as refs/heads/phase-1-strategic.'
  return 'a branch is called phase-NUMBER-TYPE or phase-NUMBER-TYPE-rev-ENTRY, in small letters.'
}

/** The type as it is where it can stand in a branch; any other name is made plain and gets a hash, so that no two meet. */
function typeInBranch(type: string): string {
  if (isPlain(type)) return type
  const plain = type.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const start = plain.slice(0, LONGEST_TYPE - 9).replace(/^-+|-+$/g, '')
  const hash = bytesToHex(sha256(utf8ToBytes(type))).slice(0, 8)
  return start === '' ? hash : `${start}-${hash}`
}

function isPlain(type: string): boolean {
  return TYPE.test(type) && type.length <= LONGEST_TYPE && !READS_AS_ENTRY.test(type)
}
