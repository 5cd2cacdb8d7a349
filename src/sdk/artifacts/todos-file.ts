import { parseAs } from '../../config/locate-problems.ts'
import { parseSource } from '../../config/read-source.ts'
import { TODOS_FILE, TodoList } from '../../model/todo-list.ts'

/** Reads the bytes of `todos.yaml`, or names everything that is wrong with them, with the line. */
export async function readTodos(bytes: Uint8Array, file = TODOS_FILE): Promise<TodoList> {
  return parseAs(TodoList, await parseSource(file, bytes))
}

/** The same list as text. Words are quoted, so that none of them is taken for a number or a boolean. */
export async function todosText({ phase, todos }: TodoList): Promise<string> {
  const { stringify } = await import('yaml')
  const written = todos.map(({ id, status, priority, text, notes }) => ({ id, status, priority, text, notes }))
  const options = { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 } as const
  return stringify({ phase, todos: written }, options)
}
