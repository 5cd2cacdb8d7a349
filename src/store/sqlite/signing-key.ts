import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../model/errors.ts'
import { newSigningKey, type Signer, signerWith } from '../signer.ts'
import { openError } from './sqlite-error.ts'

/** Where the private key of a folder lies. */
export function signingKeyFile(folder: string): string {
  return join(folder, 'keys', 'log-signing-key.pem')
}

/** The signer of a folder; the first who opens it makes the key. */
export function openSigner(folder: string): Signer {
  const file = signingKeyFile(folder)
  const text = readKey(file) ?? makeKey(folder, file)
  try {
    return signerWith(createPrivateKey(text))
  } catch (cause) {
    throw new AppError('unreadable_file', [], { message: `${file} is not a private key.`, cause })
  }
}

function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw openError(error, file)
  }
}

/** The key is whole before it has its name, and only one of several who make one at once gives it. */
function makeKey(folder: string, file: string): string {
  const draft = `${file}.${randomUUID()}`
  try {
    mkdirSync(join(folder, 'keys'), { recursive: true, mode: 0o700 })
    writeDurably(draft, pemOf(newSigningKey()))
    linkSync(draft, file)
    syncFolder(join(folder, 'keys'))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw openError(error, file)
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function writeDurably(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Makes new names in a folder survive a power cut. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
