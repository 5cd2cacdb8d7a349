import { aFolder } from '../../testing/folder.ts'
import { storeContract } from '../store-contract.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

storeContract('sqlite', (clock) => openSqliteStore({ folder: aFolder(), clock }))
