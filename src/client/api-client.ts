import type { OperationName, OutputOf } from '../api/operations.ts'
import { problemsOf } from '../model/problems-of.ts'
import { isOfMeasure } from './is-of-measure.ts'
import { type ApiClientOptions, PageClient } from './page-client.ts'
import { refuseUnsafeAddress } from './server-address.ts'
import { ServerClock } from './server-clock.ts'
import { unreadable } from './unreadable.ts'

export type { ApiClientOptions, CallOptions, Got } from './page-client.ts'

/** Calls the operations of a server, and believes only what its operation declares: something in between may have answered. */
export class ApiClient extends PageClient {
  /** Heard from every answer. */
  readonly clock: ServerClock

  constructor(options: ApiClientOptions = {}) {
    const { url, proxy } = options
    if (url !== undefined) refuseUnsafeAddress({ url, proxy })
    const clock = new ServerClock()
    super({ ...options, fetch: (...request) => clock.hear((options.fetch ?? fetch)(...request)) })
    this.clock = clock
  }

  protected override async read<Name extends OperationName>(
    name: Name,
    said: object,
    response: Response,
  ): Promise<OutputOf<Name>> {
    // Loaded when the first answer is there, so that importing the client does not wait for every schema.
    const { OPERATIONS } = await import('../api/operations.ts')
    const fit = OPERATIONS[name].output.safeParse(said)
    // As it came, because the order of keys is part of what people are shown.
    if (fit.success || fit.error.issues.every(isOfMeasure)) return said as OutputOf<Name>
    const [problem] = problemsOf(fit.error, { input: said })
    throw unreadable(response, `it does not fit "${name}" at "${problem?.path}"`, fit.error)
  }
}
