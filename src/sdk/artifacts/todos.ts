import { AppError } from '../../model/errors.ts'
import { problemsOf } from '../../model/problems-of.ts'
import type { Phase } from '../../model/pull.ts'
import { type NewTodo, TODOS_FILE, TodoList } from '../../model/todo-list.ts'
import { addTodo, carryOver, emptyList, finishTodo, startTodo } from './todo-list.ts'
import { readTodos, todosText } from './todos-file.ts'

/** What is to be done, as the agent keeps it. Every change writes `todos.yaml`, which is committed with its step. */
export interface Todos {
  /** The list as it stands; nothing where there is none. */
  read(): Promise<TodoList | undefined>
  /** Writes the list of a phase that comes; what is not done of the one before is carried over. */
  plan(phase: Phase, todos: readonly NewTodo[]): Promise<TodoList>
  add(todo: NewTodo): Promise<TodoList>
  start(id: string): Promise<TodoList>
  finish(id: string, note?: string): Promise<TodoList>
}

/** The files that a list is kept in. */
interface Files {
  readBytes(path: string): Promise<Uint8Array | undefined>
  write(path: string, content: string): void
  /** Keeps what the phase leaves. */
  archive(name: string, content: string): void
}

/** The todos of a branch of a phase. */
export function todosOf(files: Files, phase: Phase): Todos {
  const read = async () => {
    const bytes = await files.readBytes(TODOS_FILE)
    return bytes === undefined ? undefined : readTodos(bytes)
  }
  const write = async (list: TodoList) => {
    files.write(TODOS_FILE, await todosText(checked(list)))
    return list
  }
  const change = async (next: (list: TodoList) => TodoList) => write(next((await read()) ?? emptyList(phase)))
  return {
    read,
    plan: async ({ number, type }, todos) => {
      const next = { number, type }
      refuseEarlier(next, phase)
      const before = await read()
      const list = checked(todos.reduce(addTodo, before === undefined ? emptyList(next) : goOn(before, next)))
      // Before it is replaced, or what was done in this phase would be nowhere.
      if (before !== undefined && isSamePhase(before.phase, phase) && !isSamePhase(next, phase)) {
        files.archive(TODOS_FILE, await todosText(before))
      }
      return write(list)
    },
    add: (todo) => change((list) => addTodo(list, todo)),
    start: (id) => change((list) => startTodo(list, id)),
    finish: (id, note) => change((list) => finishTodo(list, id, note)),
  }
}

/** What is written has to be read again. */
function checked(given: TodoList): TodoList {
  const { data, error } = TodoList.safeParse(given)
  if (data !== undefined) return data
  throw new AppError('invalid_input', problemsOf(error, { input: given }))
}

/** The list of the same phase goes on as it is; another's leaves what is not done. */
export function goOn(list: TodoList, phase: Phase): TodoList {
  return isSamePhase(list.phase, phase) ? list : carryOver(list, phase)
}

/** Whether two phases are the same one. */
export function isSamePhase(one: Phase, other: Phase): boolean {
  return one.number === other.number && one.type === other.type
}

function refuseEarlier(next: Phase, now: Phase): void {
  if (next.number >= now.number) return
  const message = `Phase ${next.number} is over. Plan phase ${now.number} or one that comes.`
  throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/number' }])
}
