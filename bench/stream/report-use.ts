// Loaded before the measured program: at its end it tells the measuring one, on file descriptor 3, what it used.
import { writeSync } from 'node:fs'

process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())))
