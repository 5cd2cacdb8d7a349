import { useMutation } from '@tanstack/react-query'
import { api } from '../data/api.ts'
import { errorText } from '../data/error-text.ts'

/** Says why there are no passkeys at an address of numbers, and leads to where there are. */
export function AtLocalhost() {
  const leaving = useMutation({
    mutationFn: async () => {
      const { url } = await api.call('create_sign_in_link', { name: 'localhost' })
      location.assign(url)
    },
  })
  return (
    <div className="at-localhost">
      <p className="small">
        Browsers keep passkeys for names, and this page is at an address of numbers (<code>{location.hostname}</code>).
        The same server answers at <code>localhost:{location.port}</code>.
      </p>
      <p>
        <button
          type="button"
          className="button"
          onClick={() => leaving.isPending || leaving.mutate()}
          aria-disabled={leaving.isPending}
        >
          Open Leeway at localhost
        </button>
      </p>
      {leaving.error !== null && (
        <p className="said wrong" role="alert">
          {errorText(leaving.error)}
        </p>
      )}
    </div>
  )
}
