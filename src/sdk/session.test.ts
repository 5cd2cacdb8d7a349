import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { LOCAL } from '../model/ids.ts'
import { isGone, leaseOf, newSession } from './session.ts'

const soon = new Date(Date.now() + 30_000).toISOString()
const past = new Date(Date.now() - 1).toISOString()
const held = (holder: string, until = soon) => ({ name: leaseOf('ses_1'), holder, epoch: 1, until })

/** The holder of a session, with some of it changed. */
function holderWith(change: (parts: [string, number, string | null, string]) => void): string {
  const parts = JSON.parse(newSession(LOCAL).holder)
  change(parts)
  return JSON.stringify(parts)
}

test('a process that runs is there, also when it was slow to renew its lease', () => {
  expect(isGone(held(newSession(LOCAL).holder), new Date())).toBe(false)
  expect(isGone(held(newSession(LOCAL).holder, past), new Date())).toBe(false)
})

test('a process that has ended is gone at once, whatever its lease says', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  const holder = holderWith((parts) => {
    parts[1] = child.pid ?? 0
  })
  expect(isGone(held(holder), new Date())).toBe(true)
})

test('another process that got the same number is not taken for it', () => {
  const holder = holderWith((parts) => {
    parts[2] = '1'
  })
  expect(isGone(held(holder), new Date())).toBe(true)
})

test('a process of before the machine was started again is gone, though another has its number since the same moment', () => {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  const holder = holderWith((parts) => {
    parts[0] = parts[0].replace(boot, 'another')
  })
  expect(isGone(held(holder, past), new Date())).toBe(true)
})

test('a process of another machine is gone when its lease is over', () => {
  const holder = holderWith((parts) => {
    parts[0] = 'elsewhere'
  })
  expect(isGone(held(holder), new Date())).toBe(false)
  expect(isGone(held(holder, past), new Date())).toBe(true)
})

test('a dead process that nobody has reaped yet is gone', async () => {
  // A shell that stays and never waits for its child leaves a zombie behind.
  const shell = spawn('/bin/sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 5'])
  const [line] = (await once(shell.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString().trim())
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const holder = holderWith((parts) => {
    parts[1] = pid
    parts[2] = stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? null
  })
  expect(isGone(held(holder), new Date())).toBe(false)
  await vi.waitFor(() => expect(isGone(held(holder), new Date())).toBe(true))
  expect(() => process.kill(pid, 0)).not.toThrow()
  shell.kill('SIGKILL')
})
