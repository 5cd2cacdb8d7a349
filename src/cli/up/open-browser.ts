import { spawn } from 'node:child_process'
import type { Io } from '../io.ts'

const OPENERS: Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  linux: ['xdg-open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Whether there is a desktop that could show a page. */
export function hasDesktop({ environment }: Io, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'darwin' || platform === 'win32') return environment['SSH_CONNECTION'] === undefined
  return environment['DISPLAY'] !== undefined || environment['WAYLAND_DISPLAY'] !== undefined
}

/** Shows a page in the person's browser. That there is none is no failure: the address is printed anyway. */
export function openBrowser(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? []
  if (command === undefined) return
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
