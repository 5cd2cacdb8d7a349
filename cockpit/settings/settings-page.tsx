import { api } from '../data/api.ts'
import { useMe } from '../data/use-me.ts'
import { hotkeys } from '../keys/hotkeys.ts'
import { useSingleKeys } from '../keys/use-hotkeys.ts'
import { RadioBar } from '../parts/radio-bar.tsx'
import { setTheme, THEMES, type Theme, useTheme } from '../shell/theme.ts'
import { KillSwitchSection } from './kill-switch-section.tsx'
import { NoticesSection } from './notices-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

/** Who one is, how the page behaves, who else is here, and what stops everything. */
export function SettingsPage() {
  const me = useMe()
  return (
    <div className="settings">
      <header className="page-head">
        <h1>Settings</h1>
      </header>
      <section aria-labelledby="you">
        <h2 id="you">You</h2>
        <p>
          Signed in as <strong>{me?.id}</strong>, {me?.caller === 'admin' ? 'an administrator' : `a ${me?.caller}`}.
        </p>
        <p>
          <button type="button" className="button" onClick={() => void signOut()}>
            Sign this browser out
          </button>
        </p>
      </section>
      <PasskeysSection />
      <Look />
      <NoticesSection />
      <PeopleSection me={me} />
      <WebhooksSection isAdmin={me?.caller === 'admin'} />
      <KillSwitchSection />
    </div>
  )
}

const NAMES: Readonly<Record<Theme, string>> = { system: 'As the system', light: 'Light', dark: 'Dark' }

function Look() {
  const theme = useTheme()
  const isOn = useSingleKeys()
  return (
    <section aria-labelledby="look">
      <h2 id="look">Look and keys</h2>
      <RadioBar
        label="Theme"
        choices={THEMES.map((value) => ({ value, name: NAMES[value] }))}
        chosen={theme}
        onChoose={setTheme}
      />
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={(event) => hotkeys.setSingleKeys(event.target.checked)} />
        <span>
          Single keys do something <span className="said">(? shows which)</span>
        </span>
      </label>
    </section>
  )
}

async function signOut(): Promise<void> {
  await api.call('sign_out', {})
  location.assign('/sign-in')
}
