import { Visible } from './visible.tsx'

/** A value of any shape, whole: the members of a record by name, everything else as one field. Nothing is shortened. */
export function ValueView({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <dl className="fields">
      {isRecord(value) ? <FieldGroup name={name} fields={value} /> : <Field name={name} value={value} />}
    </dl>
  )
}

/** The members of a record, below what they are members of. */
export function FieldGroup({
  name,
  fields,
}: {
  readonly name: string
  readonly fields: Readonly<Record<string, unknown>>
}) {
  const entries = Object.entries(fields)
  return (
    <>
      <div className="fields-group">
        <dt>{name}</dt>
        <dd className="dim small">{entries.length === 0 ? 'none' : ''}</dd>
      </div>
      {entries.map(([key, value]) => (
        <Field key={key} name={key} value={value} isInner />
      ))}
    </>
  )
}

/** One name and its value. */
export function Field({
  name,
  value,
  isInner = false,
}: {
  readonly name: string
  readonly value: unknown
  readonly isInner?: boolean
}) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <div className={isInner ? 'fields-row inner' : 'fields-row'}>
      <dt>
        <Visible text={name} />
      </dt>
      <dd>
        <pre data-type={typeof value}>
          <Visible text={text} />
        </pre>
      </dd>
    </div>
  )
}

/** Whether a value has members with names. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
