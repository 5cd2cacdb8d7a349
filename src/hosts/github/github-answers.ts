import * as z from 'zod'
import { ObjectName } from '../../model/object-name.ts'

const Somebody = z.object({ login: z.string() })
const CommitAt = z.object({ ref: z.string(), sha: ObjectName })
/** Of a fork that is gone there is no repository. */
const HeadAt = CommitAt.extend({ repo: z.object({ full_name: z.string() }).nullable() })

/** What is read of a pull request. */
export const GithubPull = z.object({
  number: z.int().positive(),
  state: z.enum(['open', 'closed']),
  title: z.string(),
  body: z.string().nullable(),
  html_url: z.string(),
  updated_at: z.string(),
  merged_at: z.string().nullable(),
  merge_commit_sha: ObjectName.nullable(),
  /** Lists leave it out. */
  merged_by: Somebody.nullish(),
  head: HeadAt,
  base: CommitAt,
})
export type GithubPull = z.infer<typeof GithubPull>

/** What is read of a review. Somebody who deleted their account is nobody. */
export const GithubReview = z.object({
  id: z.int(),
  body: z.string(),
  state: z.string(),
  commit_id: ObjectName.nullable(),
  submitted_at: z.string().optional(),
  user: Somebody.nullable(),
})
export type GithubReview = z.infer<typeof GithubReview>

/** What is read of a comment on lines. */
export const GithubComment = z.object({
  id: z.int(),
  body: z.string(),
  path: z.string(),
  side: z.enum(['LEFT', 'RIGHT']).optional(),
  line: z.int().nullish(),
  original_line: z.int().nullish(),
  original_start_line: z.int().nullish(),
  /** A comment may begin at a line that goes, and end at one that comes. */
  start_side: z.enum(['LEFT', 'RIGHT']).nullish(),
  /** A comment on a whole file has no line that it is about, whatever the other fields say. */
  subject_type: z.string().optional(),
  original_commit_id: ObjectName,
  diff_hunk: z.string(),
  created_at: z.string(),
  in_reply_to_id: z.int().optional(),
  pull_request_review_id: z.int().nullable(),
  user: Somebody.nullable(),
})
export type GithubComment = z.infer<typeof GithubComment>

/** What is read of a change of a branch; of a push by an account that is gone nobody is the actor. */
export const GithubActivity = z.object({
  before: ObjectName,
  after: ObjectName,
  ref: z.string(),
  activity_type: z.string(),
  actor: Somebody.nullable(),
})

/** The account of a token. */
export const GithubAccount = Somebody

/** Where a ref stands. */
export const GithubRef = z.object({ object: z.object({ sha: ObjectName }) })

const Thread = z.object({
  isResolved: z.boolean(),
  resolvedBy: Somebody.nullable(),
  comments: z.object({ nodes: z.array(z.object({ databaseId: z.int().nullable() })) }),
})

/** Which threads are resolved, and by whom: only GitHub's GraphQL says it. */
export const GithubThreads = z.object({
  data: z.object({
    repository: z.object({
      pullRequest: z.object({
        reviewThreads: z.object({
          nodes: z.array(Thread),
          pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
        }),
      }),
    }),
  }),
})
