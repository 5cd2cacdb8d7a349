import * as z from 'zod'
import { ObjectName } from '../../model/object-name.ts'

const Somebody = z.object({ login: z.string() })
const CommitAt = z.object({ ref: z.string(), sha: ObjectName })
/** Of a fork that is gone there is no repository. */
const HeadAt = CommitAt.extend({ repo: z.object({ full_name: z.string() }).nullable() })

/** What is read of a pull request. */
export const GiteaPull = z.object({
  number: z.int().positive(),
  state: z.enum(['open', 'closed']),
  title: z.string(),
  body: z.string().nullish(),
  html_url: z.string(),
  updated_at: z.string(),
  merged: z.boolean(),
  merged_by: Somebody.nullish(),
  merge_commit_sha: ObjectName.nullish(),
  head: HeadAt,
  base: CommitAt,
})
export type GiteaPull = z.infer<typeof GiteaPull>

/** What is read of a review. One that a team was asked for has no user. */
export const GiteaReview = z.object({
  id: z.int(),
  body: z.string().nullish(),
  state: z.string(),
  commit_id: z.string().nullish(),
  submitted_at: z.string(),
  stale: z.boolean().nullish(),
  dismissed: z.boolean().nullish(),
  comments_count: z.int().nullish(),
  user: Somebody.nullish(),
})
export type GiteaReview = z.infer<typeof GiteaReview>

/** What is read of a comment on a line; a line of the old side stands in `original_position`. */
export const GiteaComment = z.object({
  id: z.int(),
  body: z.string(),
  path: z.string(),
  position: z.int().nullish(),
  original_position: z.int().nullish(),
  commit_id: z.string().nullish(),
  original_commit_id: z.string().nullish(),
  diff_hunk: z.string().nullish(),
  created_at: z.string(),
  pull_request_review_id: z.int(),
  user: Somebody.nullish(),
  resolver: Somebody.nullish(),
})
export type GiteaComment = z.infer<typeof GiteaComment>

/** What is read of something that happened in a repository; what a push brought stands in a text of its own. */
export const GiteaActivity = z.object({
  op_type: z.string(),
  ref_name: z.string().nullish(),
  content: z.string().nullish(),
  act_user: Somebody.nullish(),
})
export type GiteaActivity = z.infer<typeof GiteaActivity>

/** The account of a token. */
export const GiteaAccount = Somebody

/** Where a branch stands. */
export const GiteaBranch = z.object({ commit: z.object({ id: ObjectName }) })
