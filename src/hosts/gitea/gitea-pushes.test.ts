import { expect, test } from 'vitest'
import { giteaPushes } from './gitea-pushes.ts'

const [FROM, TO] = ['a'.repeat(40), 'b'.repeat(40)]
const brought = (more = {}) =>
  JSON.stringify({ HeadCommit: { Sha1: TO }, CompareURL: `house/tools/compare/${FROM}...${TO}`, ...more })
const push = (more = {}) => ({
  ...{ op_type: 'commit_repo', ref_name: 'refs/heads/work', content: brought(), act_user: { login: 'ann' } },
  ...more,
})

test.for([
  ['a push', push(), 1],
  ['a push of an older version, which names the branch alone', push({ ref_name: 'work' }), 1],
  ['a push to another branch', push({ ref_name: 'refs/heads/other' }), 0],
  ['something else', push({ op_type: 'delete_branch' }), 0],
  ['a push of nobody', push({ act_user: null }), 0],
  ['no text', push({ content: null }), 0],
  ['a text that is no JSON', push({ content: '{' }), 0],
  ['a text without a commit', push({ content: '{}' }), 0],
  ['a new branch, which was nowhere before', push({ content: brought({ CompareURL: '' }) }), 0],
  ['a comparison with another commit', push({ content: brought({ HeadCommit: { Sha1: FROM } }) }), 0],
] as const)('%s is read as it is', ([, happened, count]) => {
  const pushes = giteaPushes([happened], 'work')
  expect(pushes).toEqual(count === 0 ? [] : [{ login: 'ann', from: FROM, to: TO }])
})
