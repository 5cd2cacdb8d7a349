// Leaves when it is held. Run it again after the answer: the same key finds the same question, and nothing runs twice.
import { AppError, openLeeway } from '../../src/index.ts'

const leeway = await openLeeway({ agent: 'mailer', policy: 'workers/manual', onHold: 'throw' })
const sendMail = leeway.guard('send_mail', async ({ to }: { to: string }) => `sent to ${to}`)

try {
  console.log(await sendMail({ to: 'ann@example.org' }, { key: 'offer-1' }))
} catch (error) {
  if (!(error instanceof AppError)) throw error
  console.log(error.code, error.message)
}
await leeway.close()
