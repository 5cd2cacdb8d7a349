import { ApiClient } from '../client/api-client.ts'
import type { StepUpFor } from '../model/step-up.ts'
import type { ServedHouse } from './served-house.ts'
import { SoftwarePasskey } from './software-passkey.ts'

/** A browser in which somebody is signed in, at localhost. */
export interface SignedInBrowser {
  readonly api: ApiClient
  /** Of the page. */
  readonly origin: string
  /** Asks for a code, and reads it from the terminal. */
  code(wanted: StepUpFor): Promise<string>
  /** Adds a passkey with a code of the terminal. */
  addPasskey(name?: string): Promise<SoftwarePasskey>
}

/** Signs a browser in by somebody's token or by a link, with both halves of a sign-in and the origin that a page has. */
export async function aBrowser(
  house: ServedHouse,
  by: string | { readonly link: string },
  host = 'localhost',
): Promise<SignedInBrowser> {
  const origin = `http://${host}:${new URL(house.url).port}`
  const signedIn = await house.raw('/v1/sign-ins', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(typeof by === 'string' && { Authorization: `Bearer ${by}` }) },
    body: JSON.stringify(typeof by === 'string' ? {} : { code: new URL(by.link).hash.slice(1) }),
  })
  const { page_key: pageKey } = (await signedIn.json()) as { page_key: string }
  const Cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const api = new ApiClient({
    url: house.url,
    pageKey: () => pageKey,
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, Cookie, Origin: origin } }),
  })
  const code = async (wanted: StepUpFor) => {
    await api.call('start_step_up', { for: wanted })
    return house.shown.at(-1)?.code ?? ''
  }
  return {
    api,
    origin,
    code,
    addPasskey: async (name = 'My laptop') => {
      const device = new SoftwarePasskey(origin)
      const { options } = await api.call('begin_passkey', { code: await code({ do: 'add_passkey' }) })
      await api.call('add_passkey', { name, credential: device.make(options) })
      return device
    },
  }
}
