import * as z from 'zod'
import { Phase } from './pull.ts'
import { strict } from './strict.ts'

/** The file of a workspace that holds what is to be done. */
export const TODOS_FILE = 'todos.yaml'

/** More than anybody looks through before the work begins. */
export const MOST_TODOS = 100

const TodoId = z.string().regex(/^todo_[1-9]\d{0,5}$/, { error: 'The id of a todo is todo_1, todo_2 and so on.' })

/** A line and no more, so that a list stays a list; shorter words say nothing that could be checked off. */
const TodoText = z.string().regex(/^\S.{8,498}\S$/u, {
  error: 'A todo says in one line of 10 to 500 characters what is to be done.',
})

const Note = z.string().min(1).max(2000)

export const TODO_STATUSES = ['pending', 'in_progress', 'completed'] as const
export const TODO_PRIORITIES = ['high', 'medium', 'low'] as const

/** One thing that is to be done in a phase. */
export const Todo = strict({
  id: TodoId,
  text: TodoText,
  status: z.enum(TODO_STATUSES).default('pending'),
  priority: z.enum(TODO_PRIORITIES).default('medium'),
  /** What was found on the way. */
  notes: z.array(Note).max(100).default([]).readonly(),
}).readonly()
export type Todo = z.infer<typeof Todo>

/** A todo before it has its number. */
export const NewTodo = strict({
  text: TodoText,
  priority: z.enum(TODO_PRIORITIES).default('medium'),
  notes: z.array(Note).max(100).default([]).readonly(),
}).readonly()
export type NewTodo = z.input<typeof NewTodo>

/** What is to be done in one phase: `todos.yaml`. */
export const TodoList = strict({
  /** The phase that the list is for. */
  phase: Phase,
  todos: z
    .array(Todo)
    .max(MOST_TODOS)
    .superRefine(refuseTwins, { when: ({ value }) => Array.isArray(value) })
    .readonly(),
}).readonly()
export type TodoList = z.infer<typeof TodoList>

/** Also beside other mistakes, so that all are told at once; then a todo may be anything. */
function refuseTwins(todos: readonly unknown[], context: z.RefinementCtx): void {
  const seen = new Set<unknown>()
  for (const [at, todo] of todos.entries()) {
    const id = typeof todo === 'object' && todo !== null && 'id' in todo ? todo.id : undefined
    if (id !== undefined && seen.has(id)) {
      context.addIssue({
        code: 'custom',
        path: [at, 'id'],
        message: `There is a ${String(id)} above already. Number it anew.`,
      })
    }
    seen.add(id)
  }
}
