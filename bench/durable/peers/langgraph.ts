import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  Annotation,
  type BaseCheckpointSaver,
  Command,
  END,
  interrupt,
  MemorySaver,
  START,
  StateGraph,
} from '@langchain/langgraph'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import Database from 'better-sqlite3'
import { callOf } from '../call.ts'
import type { Cycler } from '../cycler.ts'

/** LangGraph.js with its saver in memory: nothing survives the process. */
export async function openLangGraphInMemory(): Promise<Cycler> {
  return cyclerOn(new MemorySaver(), {
    name: 'LangGraph, memory',
    answers: 'nothing kept',
    close: async () => undefined,
  })
}

/** LangGraph.js with its own SQLite saver, synced as ours is. */
export async function openLangGraphOnSqlite(folder: string): Promise<Cycler> {
  mkdirSync(folder, { recursive: true })
  const db = new Database(join(folder, 'langgraph.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  const close = async () => {
    db.close()
  }
  return cyclerOn(new SqliteSaver(db), { name: 'LangGraph, SQLite', answers: 'synced; the state of the graph', close })
}

function cyclerOn(checkpointer: BaseCheckpointSaver, about: Omit<Cycler, 'cycle'>): Cycler {
  const State = Annotation.Root({ call: Annotation<unknown>(), answer: Annotation<string>() })
  const graph = new StateGraph(State)
    .addNode('gate', ({ call }) => ({ answer: interrupt(call) as string }))
    .addEdge(START, 'gate')
    .addEdge('gate', END)
    .compile({ checkpointer })
  let count = 0
  return {
    ...about,
    cycle: async () => {
      const number = count++
      const config = { configurable: { thread_id: `thread-${number}` } }
      await graph.invoke({ call: callOf(number) }, config)
      const { answer } = await graph.invoke(new Command({ resume: 'approve' }), config)
      if (answer !== 'approve') throw new Error('LangGraph did not go on.')
    },
  }
}
