import { Folded } from '../parts/folded.tsx'
import { previewOf } from '../parts/preview-of.ts'
import { ValueView } from '../parts/value-view.tsx'
import { Visible } from '../parts/visible.tsx'
import type { Came } from './asked-and-came.ts'

const LONG = 400

/** What came out of something: an error and what a person responded are read at once where they are short, everything else is opened. */
export function CameOut({ came: { as, value } }: { readonly came: Came }) {
  const whole = <ValueView name={as} value={value} />
  if (as !== 'result' && previewOf(value).length <= LONG) {
    return as === 'response' || typeof value !== 'string' ? whole : <Words of={as} text={value} />
  }
  return (
    <Folded name={NAMES[as]} value={value}>
      {() => whole}
    </Folded>
  )
}

function Words({ of, text }: { readonly of: Came['as']; readonly text: string }) {
  return (
    <p className={of === 'error' ? 'event-error' : 'event-said'}>
      <Visible text={text} />
    </p>
  )
}

const NAMES: Readonly<Record<Came['as'], string>> = {
  result: 'Result',
  error: 'Error',
  response: 'Response',
  'left out': 'Left out',
}
