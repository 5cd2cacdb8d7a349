// Loaded before the measured program: at its end it tells the measuring one, on file descriptor 3, what it used.
import { writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Threads load this too; what they use is counted with their process.
if (isMainThread) process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())))
