import { expect, test } from 'vitest'
import { todosOf } from './todos.ts'

const WORK = { number: 2, type: 'tactical' } as const
const READ = { text: 'Read the contract and note its dates' }

/** The files of a branch, and what its todos are. */
function aBranch() {
  const files = new Map<string, string>()
  const todos = todosOf(
    {
      readBytes: async (path) => (files.has(path) ? new TextEncoder().encode(files.get(path)) : undefined),
      write: (path, content) => void files.set(path, content),
      archive: (name, content) => void files.set(`archive/${name}`, content),
    },
    WORK,
  )
  return { files, todos }
}

test('a list begins with its first todo, and is for the phase that is under way', async () => {
  const { todos } = aBranch()
  expect(await todos.read()).toBeUndefined()
  expect(await todos.add(READ)).toMatchObject({ phase: WORK, todos: [{ id: 'todo_1' }] })
})

test('whoever plans the phase that is under way goes on with its list', async () => {
  const { todos, files } = aBranch()
  await todos.add(READ)
  await todos.finish('todo_1')
  const list = await todos.plan(WORK, [{ text: 'Write the summary of it', priority: 'low' }])
  expect(list.todos).toMatchObject([{ status: 'completed' }, { id: 'todo_2', priority: 'low' }])
  expect([...files.keys()]).toEqual(['todos.yaml'])
})

test('a phase that is over is not planned any more', async () => {
  const { todos, files } = aBranch()
  const planned = todos.plan({ number: 1, type: 'strategic' }, [READ])
  await expect(planned).rejects.toThrow('Phase 1 is over. Plan phase 2 or one that comes.')
  expect(files.size).toBe(0)
})

test('nothing is written that could not be read again', async () => {
  const { todos, files } = aBranch()
  await todos.add(READ)
  const before = files.get('todos.yaml')
  await expect(todos.finish('todo_1', 'x'.repeat(2001))).rejects.toMatchObject({
    problems: [{ path: '/todos/0/notes/0' }],
  })
  await expect(todos.plan({ number: 10_000, type: 'tactical' }, [])).rejects.toMatchObject({
    problems: [{ path: '/phase/number' }],
  })
  expect([...files]).toEqual([['todos.yaml', before]])
})
