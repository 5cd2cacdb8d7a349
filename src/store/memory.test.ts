import { MemoryStore } from './memory.ts'
import { storeContract } from './store-contract.ts'

storeContract('memory', async (clock) => new MemoryStore(clock))
