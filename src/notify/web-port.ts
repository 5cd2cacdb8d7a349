import { AppError } from '../model/errors.ts'

/** Above the ports that only web servers and other services of the system have: databases, file shares, chat, telephony, mail. */
const OF_OTHERS: ReadonlySet<number> = new Set([
  ...[1080, 1433, 1521, 1719, 1720, 1723, 2049, 2375, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672, 5900],
  ...[6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9092, 10080, 11211, 26257, 27017],
])
const WEB: ReadonlySet<number> = new Set([80, 443])
const USUAL: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
])
const FIRST_FREE = 1024

/** Refuses an address at a port that no message is sent to: others than web servers could take a line of it for a command. */
export function refuseOtherPort({ port, protocol }: Pick<URL, 'port' | 'protocol'>): void {
  const number = port === '' ? USUAL.get(protocol) : Number(port)
  if (number !== undefined && (WEB.has(number) || (number >= FIRST_FREE && !OF_OTHERS.has(number)))) return
  throw new AppError('unsafe_address', [], { message: `Port ${number} belongs to another kind of server.` })
}
