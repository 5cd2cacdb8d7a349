import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TODO_PRIORITIES, TODO_STATUSES, type TodoList } from '../../model/todo-list.ts'
import { addTodo, carryOver, emptyList, finishTodo, startTodo } from './todo-list.ts'
import { readTodos, todosText } from './todos-file.ts'

const WORK = { number: 2, type: 'tactical' } as const
const READ = 'Read the contract and note its dates'
const bytes = (text: string) => new TextEncoder().encode(text)

const list = (...texts: string[]): TodoList => texts.reduce((all, text) => addTodo(all, { text }), emptyList(WORK))

test('todos are numbered as they come, and go from pending over in progress to completed', () => {
  const two = list(READ, 'Write the summary of it')
  expect(two.todos).toMatchObject([
    { id: 'todo_1', status: 'pending', priority: 'medium', notes: [] },
    { id: 'todo_2', status: 'pending' },
  ])
  const begun = startTodo(two, 'todo_1')
  expect(begun.todos[0]).toMatchObject({ status: 'in_progress' })
  const done = finishTodo(begun, 'todo_1', 'It ends in May.')
  expect(done.todos[0]).toMatchObject({ status: 'completed', notes: ['It ends in May.'] })
})

test('whoever says the same again changes nothing, so that a step may be done again after a crash', () => {
  const done = finishTodo(list(READ, 'Write the summary of it'), 'todo_1', 'Found.')
  expect(finishTodo(done, 'todo_1', 'Found.')).toEqual(done)
  expect(addTodo(done, { text: 'Write the summary of it' })).toEqual(done)
  expect(addTodo(done, { text: READ }).todos).toHaveLength(3)
})

test('the next phase has what was not done, as if nobody had begun it, under the same number', () => {
  const before = startTodo(finishTodo(list(READ, 'Write the summary of it'), 'todo_1'), 'todo_2')
  const after = carryOver(before, { number: 3, type: 'strategic' })
  expect(after).toMatchObject({ phase: { number: 3 }, todos: [{ id: 'todo_2', status: 'pending' }] })
  expect(addTodo(after, { text: 'Ask whose contract it is' }).todos[1]).toMatchObject({ id: 'todo_3' })
})

test.for([
  [
    'an unknown number',
    () => startTodo(list(READ), 'todo_11'),
    'There is no todo "todo_11" on the list. Did you mean "todo_1"?',
  ],
  ['something that is done', () => startTodo(finishTodo(list(READ), 'todo_1'), 'todo_1'), 'todo_1 is completed.'],
  ['too few words', () => list('Work'), 'A todo says in one line of 10 to 500 characters what is to be done.'],
  ['two lines', () => list('Read the contract\nand more'), 'A todo says in one line of 10 to 500 characters'],
  [
    'a list without end',
    () => list(...Array.from({ length: 101 }, (_, at) => `Look at page ${at} of it`)),
    'at most 100 todos',
  ],
] as const)('%s is refused with what to do', ([, action, message]) => {
  expect(action).toThrow(expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(message) }))
})

test('whatever a list says, its file says the same', async () => {
  const letter = fc.constantFrom(...'aZ09 :#-?!&*|>%@`"\'\\{}[],\t~=\u0000\u0007\u00a0\u0301\u202e\ufeffé中😀')
  const word = fc.string({ unit: letter, minLength: 1, maxLength: 40 })
  const todo = fc.record({
    text: word.map((text) => `Do ${text} then rest`),
    status: fc.constantFrom(...TODO_STATUSES),
    priority: fc.constantFrom(...TODO_PRIORITIES),
    notes: fc.array(word, { maxLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(todo, { maxLength: 5 }), async (todos) => {
      const given = { phase: WORK, todos: todos.map((one, at) => ({ id: `todo_${at + 1}`, ...one })) }
      expect(await readTodos(bytes(await todosText(given)))).toEqual(given)
    }),
    { numRuns: 50 },
  )
})

test('a broken file is told with its file, its lines and what would be right', async () => {
  const text =
    'phase: { number: 2, type: tactical }\ntodos:\n  - id: todo_1\n    text: Read the contract\n    status: done\n  - id: todo_1\n    text: short\n'
  expect(await problems(text)).toMatchObject([
    { file: 'todos.yaml', line: 5, message: expect.stringContaining('"done" is not known here.') },
    { file: 'todos.yaml', line: 6, message: 'There is a todo_1 above already. Number it anew.' },
    { file: 'todos.yaml', line: 7, message: expect.stringContaining('10 to 500 characters') },
  ])
  const twice =
    'phase: { number: 2, type: tactical }\ntodos:\n  - { id: todo_1, text: Read the contract }\n  - { id: todo_1, text: Read it once more }\n'
  expect(await problems(twice)).toMatchObject([
    { line: 4, message: 'There is a todo_1 above already. Number it anew.' },
  ])
  expect(await problems('todos: []\nfase: 1\n')).toMatchObject([
    { message: expect.stringContaining('phase') },
    { message: expect.stringContaining('fase') },
  ])
})

async function problems(text: string): Promise<unknown> {
  try {
    return await readTodos(bytes(text))
  } catch (error) {
    return (error as { problems: unknown }).problems
  }
}
