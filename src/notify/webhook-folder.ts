import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type * as z from 'zod'
import { AppError } from '../model/errors.ts'
import { TenantId } from '../model/ids.ts'
import { type DamagedWebhook, type DeadLetter, Webhook, WebhookProgress } from './webhook.ts'

interface Arrived {
  readonly seq: number
  readonly arrived: true
}

/** The webhooks of a project: what was added, how far each has been told, and what was given up. Each part has one writer. */
export class WebhookFolder {
  readonly #folder: string

  constructor(kept: string) {
    this.#folder = join(kept, 'webhooks')
  }

  /** Everything that was added. What can't be read is named, so that somebody notices, and keeps nobody else from being told. */
  async list(): Promise<{ readonly webhooks: readonly Webhook[]; readonly damaged: readonly DamagedWebhook[] }> {
    const webhooks: Webhook[] = []
    const damaged: DamagedWebhook[] = []
    for (const name of await this.#files()) {
      const path = join(this.#folder, name)
      const id = basename(name, '.json')
      try {
        const webhook = await readAs(namedAs(id), path)
        if (webhook !== undefined) webhooks.push(webhook)
      } catch {
        damaged.push({ id, path, tenant: await tenantIn(path) })
      }
    }
    return { webhooks, damaged }
  }

  /** How many were added, also where one can't be read. */
  async count(): Promise<number> {
    return (await this.#files()).length
  }

  async #files(): Promise<readonly string[]> {
    const names = (await readdir(this.#folder).catch(nothing)) ?? []
    return names.filter((name) => /^whk_[A-Za-z0-9]+\.json$/.test(name)).toSorted()
  }

  async add(webhook: Webhook): Promise<void> {
    await this.#replace(`${webhook.id}.json`, `${JSON.stringify(Webhook.parse(webhook), null, 2)}\n`)
  }

  /** Takes a webhook away; what was given up of it goes too. */
  async remove(id: string): Promise<void> {
    for (const end of ['json', 'progress', 'dead']) await rm(join(this.#folder, `${id}.${end}`), { force: true })
  }

  async progress(id: string): Promise<WebhookProgress | undefined> {
    return readAs(WebhookProgress, join(this.#folder, `${id}.progress`))
  }

  async setProgress(id: string, progress: WebhookProgress): Promise<void> {
    await this.#replace(`${id}.progress`, JSON.stringify(progress))
  }

  async bury(id: string, letter: DeadLetter): Promise<void> {
    await this.#note(id, letter)
  }

  /** What was given up has arrived after all. It is written behind the others, so that whoever buries one meanwhile loses nothing. */
  async exhume(id: string, seq: number): Promise<void> {
    await this.#note(id, { seq, arrived: true })
  }

  /** What was given up and has not arrived since, the oldest first. */
  async dead(id: string): Promise<readonly DeadLetter[]> {
    const text = (await readFile(join(this.#folder, `${id}.dead`), 'utf8').catch(nothing)) ?? ''
    const dead = new Map<number, DeadLetter>()
    for (const line of text.split('\n')) {
      if (line === '') continue
      const noted = JSON.parse(line) as DeadLetter | Arrived
      if ('arrived' in noted) dead.delete(noted.seq)
      else dead.set(noted.seq, noted)
    }
    return [...dead.values()]
  }

  async #note(id: string, line: DeadLetter | Arrived): Promise<void> {
    await appendFile(join(this.#folder, `${id}.dead`), `${JSON.stringify(line)}\n`, { mode: 0o600 })
  }

  /** All or nothing, and for the owner's eyes alone, because of the secret. */
  async #replace(name: string, text: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const draft = join(this.#folder, `.${randomUUID()}`)
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    await rename(draft, join(this.#folder, name))
  }
}

/** Under another name it would be told, and removed, as somebody else. */
function namedAs(name: string) {
  return Webhook.refine(({ id }) => id === name)
}

/** Whose webhook it was, so that its administrators can remove it. */
async function tenantIn(path: string): Promise<TenantId | null> {
  try {
    return TenantId.parse(JSON.parse(await readFile(path, 'utf8')).tenant)
  } catch {
    return null
  }
}

async function readAs<Schema extends z.ZodType>(schema: Schema, path: string): Promise<z.output<Schema> | undefined> {
  const text = await readFile(path, 'utf8').catch(nothing)
  if (text === undefined) return undefined
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new AppError('unreadable_file', [], { message: `${path} is damaged.`, cause })
  }
}

function nothing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
