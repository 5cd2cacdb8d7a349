/** A JSON Schema, as far as the descriptions of forges use it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean
}

/** What a forge says of one request: what it takes, and what it answers by status. */
export interface DescribedOperation {
  readonly path: readonly string[]
  readonly query: Schema
  readonly body: Schema | null
  readonly answers: Readonly<Record<string, Schema | null>>
}

/** The part of a forge's own description that Leeway relies on, by method and path. */
export interface Description {
  readonly from: string
  readonly licence: string
  readonly operations: Readonly<Record<string, DescribedOperation>>
}
