import { Fragment } from 'react'
import type { Hotkey } from '../keys/hotkeys.ts'
import { hotkeys } from '../keys/hotkeys.ts'
import { useBoundKeys, useSingleKeys } from '../keys/use-hotkeys.ts'
import { Modal } from '../parts/modal.tsx'

/** Which keys do what at this moment, and the switch that turns single keys off. */
export function KeysSheet({ onClose }: { readonly onClose: () => void }) {
  const bound = useBoundKeys()
  const isOn = useSingleKeys()
  return (
    <Modal title="Keys" onClose={onClose}>
      <div className="dialog-body">
        <div className="sheet">
          {[...groupsOf(bound)].map(([group, keys]) => (
            <section key={group}>
              <h3>{group}</h3>
              <dl>
                {keys.map((hotkey) => (
                  <Fragment key={hotkey.keys}>
                    <dt>
                      <Keys of={hotkey.keys} />
                    </dt>
                    <dd>{hotkey.label}</dd>
                  </Fragment>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <label className="check">
          <input type="checkbox" checked={isOn} onChange={(event) => hotkeys.setSingleKeys(event.target.checked)} />
          <span>
            Single keys are on
            <span className="said"> · switched off, only Ctrl or Cmd with a key does something</span>
          </span>
        </label>
      </div>
    </Modal>
  )
}

/** What keys are called by their browsers, and by people. */
const NAMES = [
  ['mod+', 'Ctrl '],
  ['shift+', 'Shift '],
  ['enter', 'Enter'],
  ['Escape', 'Esc'],
  ['Arrow', ''],
] as const

/** The keys of a binding, one box each. */
export function Keys({ of }: { readonly of: string }) {
  return of.split(' ').map((key) => (
    <Fragment key={key}>
      <kbd>{NAMES.reduce((name, [from, to]) => name.replace(from, to), key)}</kbd>{' '}
    </Fragment>
  ))
}

function groupsOf(bound: readonly Hotkey[]): ReadonlyMap<string, readonly Hotkey[]> {
  const groups = new Map<string, Hotkey[]>()
  for (const hotkey of bound) groups.set(hotkey.group, [...(groups.get(hotkey.group) ?? []), hotkey])
  return groups
}
