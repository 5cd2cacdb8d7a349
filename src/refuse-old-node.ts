import { tooOld } from './config/node-version.ts'

// Imported before everything else: whatever an old Node lacks would end it with an error that nobody understands.
const outdated = tooOld(process.versions.node)
if (outdated !== undefined) throw new Error(outdated)
