import { createPrivateKey, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '../../model/errors.ts'
import { newSigningKey, type Signer, signerWith } from '../signer.ts'
import { createPrivate, isExisting, publish } from './durable-file.ts'
import { openError, readError } from './sqlite-error.ts'

/** Where the private key of a folder lies. */
export function signingKeyFile(folder: string): string {
  return join(folder, 'keys', 'log-signing-key.pem')
}

/** The signer of a folder; the first who opens it makes the key. */
export function openSigner(folder: string): Signer {
  const file = signingKeyFile(folder)
  const text = readKey(file) ?? makeKey(file)
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
    throw readError(error, file)
  }
}

/** The key is whole before it has its name, and of several who make one at once only one gives it. */
function makeKey(file: string): string {
  const draft = `${file}.${randomUUID()}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    createPrivate(draft)
    writeFileSync(draft, newSigningKey().export({ type: 'pkcs8', format: 'pem' }))
    publish(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    if (!isExisting(error)) throw openError(error, file)
  }
  return readFileSync(file, 'utf8')
}
