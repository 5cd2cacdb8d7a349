import { openProject } from '../../config/workplace.ts'
import type { Io } from '../io.ts'
import type { Finding } from './finding.ts'

/** Whether the secrets are there that a project names for its forge. Nothing to say where it has none, or can't be read. */
export async function examineForge(io: Io, folder: string): Promise<readonly Finding[]> {
  const project = await openProject(folder).catch(() => undefined)
  const forge = project?.value.forge
  if (forge === undefined) return []
  const named = [forge.token, ...(forge.webhook_secret === undefined ? [] : [forge.webhook_secret])]
  const missing = named.map(({ $secret }) => $secret).filter((name) => (io.environment[name] ?? '') === '')
  const ok = missing.length === 0
  const detail = ok
    ? `The secrets for ${forge.repository} are in the environment.`
    : `${missing.join(' and ')} is not in the environment, and leeway.yaml names it for ${forge.repository}. Set it where agents and \`leeway up\` are started: without it nothing reaches the forge.`
  return [{ check: 'forge', ok, detail }]
}
