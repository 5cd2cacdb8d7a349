import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { OutputOf } from '../../src/api/operations.ts'
import { Failed } from '../parts/failed.tsx'
import { Visible } from '../parts/visible.tsx'
import { PolicyEditor } from './policy-editor.tsx'
import type { PolicyValue } from './policy-text.ts'
import { presetsQuery } from './presets-query.ts'
import { RoutePicture } from './route-picture.tsx'
import { TryGate } from './try-gate.tsx'
import { usePolicyDraft } from './use-policy-draft.ts'

type Preset = OutputOf<'list_presets'>['rows'][number]

const route = getRouteApi('/policies')

const FAMILIES: ReadonlyMap<string, string> = new Map([
  ['', 'Where every policy starts'],
  ['workers', 'Which types of checkpoint ask'],
  ['jobs', 'After which phases of a job you look'],
  ['runs', 'How often a run checks in'],
  ['threads', 'How far a thread goes by itself'],
  ['frames', 'Who opens and closes frames'],
])

/** The presets in words and as a picture, every value of one, and a gate to try it on. Changes are tried out here, and kept in files. */
export function PoliciesPage() {
  const { preset: name = 'standard' } = route.useSearch()
  const read = useQuery(presetsQuery)
  const { data, error } = read
  const preset = data?.rows.find((row) => row.name === name)
  if (error !== null) return <Failed reads={[read]} />
  return (
    <div className="policies">
      <Presets rows={data?.rows ?? []} chosen={name} />
      <div className="review-main">
        {preset === undefined ? (
          <NoPreset name={data === undefined ? undefined : name} />
        ) : (
          <PresetView key={preset.name} preset={preset} rows={data?.rows ?? []} />
        )}
      </div>
    </div>
  )
}

/** Where none is shown: until they are known, or because there is none of that name. */
function NoPreset({ name }: { readonly name: string | undefined }) {
  return (
    <>
      <h1>Policies</h1>
      {name !== undefined && (
        <p className="notice ask no-preset">
          <span>
            There is no preset called <Visible text={name} />. Choose one from the list, or begin with{' '}
            <Link to="/policies">standard</Link>.
          </span>
        </p>
      )}
    </>
  )
}

function Presets({ rows, chosen }: { readonly rows: readonly Preset[]; readonly chosen: string }) {
  const families = Map.groupBy(rows, ({ name }) => name.slice(0, Math.max(0, name.indexOf('/'))))
  const order = [...FAMILIES.keys()]
  const sorted = [...families].sort(([a], [b]) => rank(order, a) - rank(order, b))
  return (
    <nav className="presets" aria-label="Presets">
      {sorted.map(([family, presets]) => (
        <section key={family}>
          <h2>{FAMILIES.get(family) ?? family}</h2>
          {presets.map(({ name }) => (
            <Link
              key={name}
              to="/policies"
              search={{ preset: name }}
              aria-current={name === chosen ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </section>
      ))}
    </nav>
  )
}

function rank(order: readonly string[], family: string): number {
  const at = order.indexOf(family)
  return at === -1 ? order.length : at
}

function PresetView({ preset, rows }: { readonly preset: Preset; readonly rows: readonly Preset[] }) {
  const draft = usePolicyDraft(preset.name)
  return (
    <>
      <PresetHead from={preset} to={presetIn(draft.policy)} rows={rows} />
      <section aria-labelledby="picture" className="policy-picture">
        <h2 id="picture">Where work stops{draft.isChanged ? ', with your changes' : ''}</h2>
        <RoutePicture policy={draft.policy} />
      </section>
      <section aria-labelledby="try">
        <h2 id="try">Try a gate</h2>
        <TryGate policy={draft.policy} isBehind={draft.problems.length > 0} />
      </section>
      <section aria-labelledby="change">
        <h2 id="change">Every value, to look at and to change</h2>
        <PolicyEditor draft={draft} own={Object.keys(preset.policy)} />
      </section>
    </>
  )
}

/** What the document that is tried out begins with. One that names no preset begins where all do. */
function presetIn({ preset = 'standard' }: PolicyValue): string {
  return typeof preset === 'string' ? preset : ''
}

interface Heads {
  /** The preset of the address. */
  readonly from: Preset
  /** The name that the document says by now. */
  readonly to: string
  readonly rows: readonly Preset[]
}

/** Names what is shown below: somebody may have written another preset into the document. */
function PresetHead({ from, to, rows }: Heads) {
  const isOther = to !== from.name
  const { name, sentence, when } = isOther ? (rows.find((row) => row.name === to) ?? { name: to }) : from
  return (
    <header className="review-head">
      <h1>
        <Visible text={name} />
      </h1>
      {sentence !== undefined && (
        <p className="lead">
          <Visible text={sentence} />
        </p>
      )}
      {when !== undefined && (
        <p className="dim">
          <Visible text={when} />
        </p>
      )}
      {isOther && (
        <p className="dim">
          As your document says; it began with <Visible text={from.name} />.
        </p>
      )}
    </header>
  )
}
