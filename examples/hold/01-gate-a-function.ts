// Gates an existing function, and waits in process while a person looks.
import { openLeeway } from '../../src/index.ts' // in your own project: from 'leeway'

const leeway = await openLeeway({ agent: 'mailer', policy: 'workers/manual' })
const sendMail = leeway.guard('send_mail', async ({ to }: { to: string }) => `sent to ${to}`)

console.log('Approve it in another terminal: leeway checkpoints, leeway approve')
console.log(await sendMail({ to: 'ann@example.org' }, { key: 'offer-1' }))
await leeway.close()
