import { expect, test } from 'vitest'
import { gitFailure } from './git-failure.ts'

const PACK = "sha1 file '/srv/my work/.leeway/repositories/job_1~2.git/objects/pack/tmp_pack_1' write error."

// biome-ignore format: a table
test.for([
  [`fatal: ${PACK} Out of diskspace`,                                      'disk_full'],
  [`fatal: ${PACK} No space left on device`,                               'disk_full'],
  ['fatal: write error: No space left on device',                          'disk_full'],
  ['error: unable to write loose object file: Disk quota exceeded',        'disk_full'],
  ['fatal: Tree not found: M 040000 48e769fd1a341a3f7001d8286ab64b6f5177be44 ""', 'repository_broken'],
  ['error: non-monotonic index /srv/job_1.git/objects/pack/pack-1.idx',     'repository_broken'],
  ['error: wrong index v2 file size in /srv/job_1.git/objects/pack/pack-1.idx', 'repository_broken'],
  ['error: packfile /srv/job_1.git/objects/pack/pack-1.pack index unavailable', 'repository_broken'],
  ['fatal: missing object 48e769fd1a341a3f7001d8286ab64b6f5177be44 for refs/heads/main', 'repository_broken'],
  ['fatal: git cat-file: could not get object info',                       'repository_broken'],
  ['fatal: not a tree object',                                             'repository_broken'],
  ['fatal: too-short tree object',                                         'repository_broken'],
  ['fatal: malformed mode in tree entry',                                  'repository_broken'],
  ['fatal: something else',                                                'git_failed'],
] as const)('%j is %s', ([said, code]) => {
  const failure = gitFailure('fast-import', said)
  expect(failure.code).toBe(code)
  expect(failure.message.includes('Make room and try again')).toBe(code === 'disk_full')
})

// biome-ignore format: a table
test.for([
  [PACK,                                                  "sha1 file 'objects/pack/tmp_pack_1' write error."],
  ['not a git repository: /home/ann/a b/job_1.git',       'not a git repository: the repository.'],
  ["cannot lock '/x/job_1.git/HEAD.lock' and '/y.git/z'", "cannot lock 'HEAD.lock' and 'z'."],
  ['bad ref refs/heads/main in /x/job_1.git/refs',        'bad ref refs/heads/main in refs.'],
  ['could not read https://example.org/x.git/info',       'could not read https://example.org/x.git/info.'],
])('where a repository lies is not told: %j', ([said, told]) => {
  expect(gitFailure('x', `fatal: ${said}`).message).toContain(`It said: ${told}`)
})

// biome-ignore format: a table
test.for([
  ['a sentence that git broke into lines', "fatal: Unable to open 'x': It is busy.\n\nAnother git process seems to be running in this repository, e.g.\nan editor opened by 'git commit'. Please make sure all processes\nare terminated then try again.",
    "Unable to open 'x': It is busy. Another git process seems to be running in this repository, e.g. an editor opened by 'git commit'. Please make sure all processes are terminated then try again."],
  ['two things', 'error: unable to write x\nfatal: cannot update y', 'unable to write x; cannot update y.'],
  ['the same thing twice', 'error: unable to write x\nerror: unable to write x\nfatal: y', 'unable to write x; y.'],
  ['two things with full stops', 'error: one.\nfatal: two.', 'one. two.'],
] as const)('the lines of git read as sentences: %s', ([, stderr, told]) => {
  expect(gitFailure('x', stderr).message).toBe(`git x failed. It said: ${told}`)
})

test('of a lock that is in the way only its name is told, and who names its place', () => {
  const said = `fatal: prepare: cannot lock ref 'refs/heads/main': Unable to create '/srv/job_1.git/refs/heads/main.lock': File exists.

Another git process seems to be running in this repository, e.g.
an editor opened by 'git commit'. Please make sure all processes
are terminated then try again. If it still fails, a git process
may have crashed in this repository earlier:
remove the file manually to continue.
`
  expect(gitFailure('update-ref', said).message).toBe(
    "git update-ref failed. It said: prepare: cannot lock ref 'refs/heads/main': Unable to create 'refs/heads/main.lock': File exists. Another git is at work there, or was killed and left its lock behind: leeway doctor names the file, and what to do.",
  )
})
