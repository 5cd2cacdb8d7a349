import type { Running, ToStart } from './running.ts'
import { startHere } from './start-here.ts'
import { Starter } from './starter.ts'

/** A command that is done after a handful starts them itself; whoever goes on is worth a starter. */
const STARTED_HERE = 8

const starter = new Starter()
let count = 0

/** Starts a program in the way that costs this process least. */
export function startProgram(toStart: ToStart): Running {
  count += 1
  return count <= STARTED_HERE ? startHere(toStart) : starter.start(toStart)
}
