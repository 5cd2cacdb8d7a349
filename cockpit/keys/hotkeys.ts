/** Something that a key does, and how the sheet of keys names it. */
export interface Hotkey {
  /** `j`, `?`, `mod+k`, `shift+ArrowUp`, or one key after the other: `g i`. */
  readonly keys: string
  readonly label: string
  readonly group: string
  readonly run: () => void
}

const SEQUENCE_MS = 1200
const OFF = 'leeway.single-keys'

/** All keys that do something now. What was bound last wins. */
class Hotkeys {
  #bound: readonly (readonly Hotkey[])[] = []
  #first: { readonly key: string; readonly at: number } | undefined
  readonly #watchers = new Set<() => void>()

  /** Binds keys until the returned function is called. */
  bind(keys: readonly Hotkey[]): () => void {
    this.#bound = [...this.#bound, keys]
    this.#changed()
    return () => {
      this.#bound = this.#bound.filter((other) => other !== keys)
      this.#changed()
    }
  }

  get all(): readonly (readonly Hotkey[])[] {
    return this.#bound
  }

  /** Single keys can be switched off for whoever speaks to the machine, or leans on the keyboard. */
  get hasSingleKeys(): boolean {
    return localStorage.getItem(OFF) !== 'off'
  }

  setSingleKeys(on: boolean): void {
    if (on) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, 'off')
    this.#changed()
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Runs what a key is bound to. */
  press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return
    const isMod = event.ctrlKey || event.metaKey
    if (isMod ? isOfOthers(event) : event.altKey || !this.hasSingleKeys || isOfPage(event) || isInDialog()) return
    const key = isMod ? `mod+${event.key.toLowerCase()}` : nameOf(event)
    const found = this.#find(key, event.timeStamp)
    if (found === undefined) return
    event.preventDefault()
    found.run()
  }

  #find(key: string, at: number): Hotkey | undefined {
    const known = this.#bound.flat().reverse()
    const first = this.#first
    this.#first = undefined
    if (first !== undefined && at - first.at < SEQUENCE_MS) {
      const both = known.find(({ keys }) => keys === `${first.key} ${key}`)
      if (both !== undefined) return both
    }
    if (known.some(({ keys }) => keys.startsWith(`${key} `))) this.#first = { key, at }
    return known.find(({ keys }) => keys === key)
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher()
  }
}

/** A letter is another one with Shift, and says so itself; an arrow is not. */
function nameOf({ key, shiftKey }: KeyboardEvent): string {
  return shiftKey && key.startsWith('Arrow') ? `shift+${key}` : key
}

/** What is typed belongs to the box, and Enter on a link or a button to that link or button. */
function isOfPage({ key, target }: KeyboardEvent): boolean {
  return isTyping(target) || (key === 'Enter' && isControl(target))
}

/** What would send something sends nothing from behind a dialog, and on a link the browser opens it in another tab. */
function isOfOthers({ key, target }: KeyboardEvent): boolean {
  return key === 'Enter' && (isInDialog() || (target instanceof HTMLElement && target.closest('a[href]') !== null))
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio'
  return target.isContentEditable || target.matches('textarea, select')
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('a, button, summary, input')
}

/** A dialog has the keyboard for itself. */
function isInDialog(): boolean {
  return document.querySelector('dialog[open]') !== null
}

/** The keys of this page. */
export const hotkeys = new Hotkeys()
