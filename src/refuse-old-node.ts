import { tooOld } from './config/node-version.ts'

// Imported before everything else: whatever an old Node lacks would end it with an error that nobody understands.
// Where there is no Node at all, as in a browser, the client runs too.
const { node } = globalThis.process?.versions ?? {}
const outdated = node === undefined ? undefined : tooOld(node)
if (outdated !== undefined) throw new Error(outdated)
