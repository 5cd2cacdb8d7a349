import { hostPull } from '../../engine/pull/host-pull.ts'
import { type Ports, runCommand } from '../../engine/run-command.ts'
import { SYSTEM } from '../../model/actor.ts'
import type { Hosted, Pull } from '../../model/pull.ts'
import { branchOn, type Forge } from './forge.ts'
import { forgeBranch } from './forge-branch.ts'

/** Shows a pull request on the forge as it stands here: its newest commit, title and words. Done twice, it is the same. */
export async function publishPull(ports: Ports, forge: Forge, pull: Pull): Promise<Pick<Hosted, 'number' | 'head'>> {
  const known = pull.hosted
  if (known?.head === pull.head) return known
  const branch = forgeBranch(pull)
  // After a crash the commit may be there already, and nobody have written it down.
  const shown = known === undefined ? await forge.host.find(branch) : await forge.host.read(known.number)
  if (shown?.head !== pull.head) {
    await forge.git.publish(pull, await branchOn(forge, branch), known?.head ?? shown?.head ?? null)
  }
  const { number, url } = await forge.host.open({ branch, title: titleOf(pull), body: bodyOf(pull) })
  const hosted = { forge: forge.host.kind, number, url, head: pull.head }
  await runCommand(ports, hostPull, { pull: pull.id, by: SYSTEM, hosted })
  return hosted
}

function titleOf({ title, branch }: Pull): string {
  const line = title.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
  return line === '' ? branch : line
}

function bodyOf({ description, id, round }: Pull): string {
  return `${description}\n\n---\nLeeway: ${id}, round ${round}. It is merged by Leeway alone, once it is approved at this commit.`
}
