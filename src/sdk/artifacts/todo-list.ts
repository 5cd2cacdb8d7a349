import { AppError } from '../../model/errors.ts'
import { didYouMean } from '../../model/nearest.ts'
import { problemsOf } from '../../model/problems-of.ts'
import type { Phase } from '../../model/pull.ts'
import { quote } from '../../model/quote.ts'
import { MOST_TODOS, NewTodo, type Todo, type TodoList } from '../../model/todo-list.ts'

/** A list for a phase, with nothing on it. */
export function emptyList(phase: Phase): TodoList {
  return { phase, todos: [] }
}

/** Puts something on the list under the next number. What is on it and not done is not put there twice. */
export function addTodo(list: TodoList, given: NewTodo): TodoList {
  const parsed = NewTodo.safeParse(given)
  if (!parsed.success) throw new AppError('invalid_input', problemsOf(parsed.error, { input: given }))
  const { todos } = list
  if (todos.some(({ text, status }) => text === parsed.data.text && status !== 'completed')) return list
  if (todos.length >= MOST_TODOS) {
    const message = `A list has at most ${MOST_TODOS} todos. Finish some, or put several into one.`
    throw new AppError('invalid_input', [{ code: 'too_large', message, path: '/todos' }])
  }
  return { ...list, todos: [...todos, { ...parsed.data, id: nextId(todos), status: 'pending' }] }
}

/** Says that somebody is at it. */
export function startTodo(list: TodoList, id: string): TodoList {
  return change(list, id, (todo) => {
    if (todo.status !== 'completed') return { ...todo, status: 'in_progress' }
    const message = `${id} is completed. Put what is left to do on the list as a todo of its own.`
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '' }])
  })
}

/** Says that it is done, and what came of it. */
export function finishTodo(list: TodoList, id: string, note?: string): TodoList {
  return change(list, id, (todo) => ({
    ...todo,
    status: 'completed',
    notes: note === undefined || todo.notes.includes(note) ? todo.notes : [...todo.notes, note],
  }))
}

/** What another phase has to go on with: everything that is not done, as if nobody had begun it. */
export function carryOver(list: TodoList, phase: Phase): TodoList {
  const open = list.todos.filter(({ status }) => status !== 'completed')
  return { phase, todos: open.map((todo) => ({ ...todo, status: 'pending' })) }
}

function change(list: TodoList, id: string, next: (todo: Todo) => Todo): TodoList {
  const ids = list.todos.map((todo) => todo.id)
  if (ids.includes(id)) return { ...list, todos: list.todos.map((todo) => (todo.id === id ? next(todo) : todo)) }
  const message = `There is no todo ${quote(id)} on the list.${didYouMean(id, ids)}`
  throw new AppError('invalid_input', [{ code: 'unknown_name', message, path: '' }])
}

function nextId(todos: readonly Todo[]): string {
  return `todo_${Math.max(0, ...todos.map(({ id }) => Number(id.slice('todo_'.length)))) + 1}`
}
