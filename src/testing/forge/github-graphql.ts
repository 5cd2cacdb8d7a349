import { schema as github } from '@octokit/graphql-schema'
import { buildSchema, type GraphQLSchema, parse, validate } from 'graphql'
import type { ForgeState } from './forge-state.ts'

let schema: GraphQLSchema | undefined

/** GitHub's own schema. */
function githubSchema(): GraphQLSchema {
  schema ??= buildSchema(github.idl, { assumeValid: true })
  return schema
}

const held = new Map<string, readonly string[]>()

/** What GitHub's schema does not allow in a question; the same ones are asked again and again. */
function wrongIn(query: string): readonly string[] {
  const wrong = held.get(query) ?? validate(githubSchema(), parse(query)).map(({ message }) => `graphql: ${message}`)
  held.set(query, wrong)
  return wrong
}

/** Answers the one question that is asked in GraphQL, and holds it against GitHub's schema. */
export function resolvedThreads(state: ForgeState, body: unknown, wrong: string[]) {
  const { query, variables } = body as { query: string; variables: { number: number; after: string | null } }
  wrong.push(...wrongIn(query))
  const firsts = state.comments.filter(({ pull, replyTo }) => pull === variables.number && replyTo === null)
  const from = Number(variables.after ?? 0)
  const nodes = firsts.slice(from, from + state.pageSize).map(({ id, resolvedBy }) => ({
    isResolved: resolvedBy !== null,
    resolvedBy: resolvedBy === null ? null : { login: resolvedBy },
    comments: { nodes: [{ databaseId: id }] },
  }))
  const end = from + nodes.length
  const pageInfo = { hasNextPage: end < firsts.length, endCursor: String(end) }
  return { status: 200, value: { data: { repository: { pullRequest: { reviewThreads: { nodes, pageInfo } } } } } }
}
