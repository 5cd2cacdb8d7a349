import { useId } from 'react'
import { namedIn } from '../parts/hidden-characters.ts'
import { Visible } from '../parts/visible.tsx'
import { readJson } from './review-of.ts'

type Schema = Readonly<Record<string, unknown>>

/** Fills in what the agent asked for: a field for each plain value, and JSON for everything else. */
export function ResponseForm({
  schema,
  value,
  onChange,
}: {
  readonly schema: Schema | undefined
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}) {
  const fields = fieldsOf(schema)
  if (fields === undefined) return <JsonField schema={schema} value={value ?? ''} onChange={onChange} />
  const current = readJson(value ?? '')?.is
  const isWhole = fields.length === 1 && fields[0]?.name === WHOLE
  const record = (typeof current === 'object' && current !== null ? current : {}) as Readonly<Record<string, unknown>>
  const set = (name: string, part: unknown) => {
    if (isWhole) return onChange(part === undefined ? '' : JSON.stringify(part))
    const { [name]: _, ...rest } = record
    onChange(JSON.stringify(part === undefined ? rest : { ...rest, [name]: part }))
  }
  return (
    <fieldset className="plain">
      <legend className="legend">The agent asks for</legend>
      {fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          value={isWhole ? current : record[field.name]}
          onChange={(part) => set(field.name, part)}
        />
      ))}
    </fieldset>
  )
}

const WHOLE = ''

interface Field {
  readonly name: string
  readonly type: 'string' | 'number' | 'boolean'
  readonly choices: readonly string[] | undefined
  readonly about: string
  readonly isRequired: boolean
}

/** The fields of a schema that is plain enough; undefined for one that is not. */
function fieldsOf(schema: Schema | undefined): readonly Field[] | undefined {
  if (schema === undefined) return undefined
  if (schema['type'] !== 'object') {
    const field = fieldOf(WHOLE, schema, true)
    return field && [field]
  }
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>)
  const fields = properties.map(([name, part]) => fieldOf(name, part, required.includes(name)))
  // A key that has to be there though nothing is said of it can be anything.
  if (required.some((name) => !properties.some(([named]) => named === name))) return undefined
  return fields.length > 0 && fields.every((field) => field !== undefined) ? fields : undefined
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): Field | undefined {
  const { type, enum: choices, description } = schema
  const about = typeof description === 'string' ? description : ''
  if (Array.isArray(choices) && choices.every((choice) => typeof choice === 'string')) {
    return { name, type: 'string', choices, about, isRequired }
  }
  if (type === 'string' || type === 'boolean') return { name, type, choices: undefined, about, isRequired }
  if (type === 'number' || type === 'integer') return { name, type: 'number', choices: undefined, about, isRequired }
  return undefined
}

function OneField({
  field: { name, type, choices, about, isRequired },
  value,
  onChange,
}: {
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}) {
  const id = useId()
  const options = choices ?? (type === 'boolean' ? ['true', 'false'] : undefined)
  const read = (text: string) => {
    if (text === '') return undefined
    if (type === 'boolean') return text === 'true'
    return type === 'number' ? Number(text) : text
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        <Visible text={name || 'Response'} /> {isRequired ? '' : <span className="dim">(may be left out)</span>}
      </label>
      {options === undefined ? (
        <input
          id={id}
          className="input"
          type={type === 'number' ? 'number' : 'text'}
          step="any"
          value={value === undefined ? '' : String(value)}
          onChange={(event) => onChange(read(event.target.value))}
        />
      ) : (
        <Choices id={id} options={options} value={value} onChange={(text) => onChange(read(text))} />
      )}
      {about !== '' && (
        <p className="said">
          <Visible text={about} />
        </p>
      )}
    </div>
  )
}

function Choices({
  id,
  options,
  value,
  onChange,
}: {
  readonly id: string
  readonly options: readonly string[]
  readonly value: unknown
  readonly onChange: (text: string) => void
}) {
  return (
    <select
      id={id}
      className="input"
      value={value === undefined ? '' : String(value)}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">–</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {namedIn(option)}
        </option>
      ))}
    </select>
  )
}

function JsonField({
  schema,
  value,
  onChange,
}: {
  readonly schema: Schema | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Response, as JSON</label>
      <textarea
        id={id}
        className="input code"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {schema !== undefined && (
        <details>
          <summary>What the agent can read</summary>
          <pre className="exact">
            <Visible text={JSON.stringify(schema, null, 2)} />
          </pre>
        </details>
      )}
    </div>
  )
}
