import type { Cycler } from './cycler.ts'
import { openDbos } from './peers/dbos.ts'
import { openLangGraphInMemory, openLangGraphOnSqlite } from './peers/langgraph.ts'
import { openMastra } from './peers/mastra.ts'
import { openRestate } from './peers/restate.ts'

/** Who else holds an agent until a person answers. Each gets a folder of its own. */
export const PEERS: Readonly<Record<string, (folder: string) => Promise<Cycler>>> = {
  'LangGraph, memory': openLangGraphInMemory,
  'LangGraph, SQLite': openLangGraphOnSqlite,
  DBOS: openDbos,
  Restate: openRestate,
  Mastra: openMastra,
}
