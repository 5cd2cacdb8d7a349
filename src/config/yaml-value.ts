import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml'
import { quote } from '../model/quote.ts'
import { MAX_DEPTH } from '../model/refuse-deep.ts'
import { Place } from './locate.ts'
import { plainScalar } from './plain-scalar.ts'
import type { ReadingProblems } from './reading-problems.ts'

/** The value of a composed YAML document and where its keys stand; what cannot be read goes to the problems. */
export function yamlValue(
  node: ParsedNode,
  problems: ReadingProblems,
): { readonly value: unknown; readonly root: Place } {
  const root = new Place(node.range[0])
  return { value: new YamlWalker(problems).value(node, root), root }
}

class YamlWalker {
  readonly #problems: ReadingProblems
  readonly #path: (string | number)[] = []

  constructor(problems: ReadingProblems) {
    this.#problems = problems
  }

  value(node: unknown, place: Place): unknown {
    if (isScalar(node)) return this.#scalar(node, place)
    // the alias itself was refused with the tokens
    if (isAlias(node)) return undefined
    if (this.#path.length >= MAX_DEPTH) return this.#problems.tooDeep(place.offset)
    if (isMap(node)) return this.#map(node, place)
    if (isSeq(node)) return this.#list(node, place)
    return this.#noValue(place)
  }

  #map(map: YAMLMap, place: Place): Record<string, unknown> {
    const value: Record<string, unknown> = {}
    for (const pair of map.items) {
      const offset = offsetOf(pair.key) ?? place.offset
      const key = this.#key(pair.key, offset)
      if (key === undefined) continue

      this.#path.push(key)
      this.#problems.checkKey(key, { path: this.#path, offset }, place.child(key))
      if (key === '<<' && isMerge(pair.value)) this.#merge(offset)
      const item = this.value(pair.value, place.add(key, offset))
      if (key !== '__proto__') value[key] = item
      this.#path.pop()
    }
    return value
  }

  #list(list: YAMLSeq, place: Place): readonly unknown[] {
    return list.items.map((item, index) => {
      this.#path.push(index)
      const value = this.value(item, place.add(index, offsetOf(item) ?? place.offset))
      this.#path.pop()
      return value
    })
  }

  #key(node: unknown, offset: number): string | undefined {
    const key = isScalar(node) ? wordOf(node) : undefined
    if (key?.fault === undefined && typeof key?.value === 'string') return key.value

    const message = isScalar(node)
      ? `The key ${quote(String(node.source))} can be read as something else than a text. Put it in quotes.`
      : 'A key must be a text, not a list, a map or an alias.'
    this.#problems.add('invalid_type', message, { path: this.#path, offset })
    return undefined
  }

  #scalar(node: Scalar, place: Place): unknown {
    const where = { path: this.#path, offset: place.offset }
    const word = wordOf(node)
    if (word.fault !== undefined) return this.#problems.add(word.code, word.fault, where)
    if (word.value === null) return this.#noValue(place)
    if (typeof word.value === 'string') this.#problems.checkText(word.value, where)
    return word.value
  }

  #noValue({ offset }: Place): undefined {
    const key = this.#path.at(-1)
    const message =
      typeof key === 'string'
        ? `The key ${quote(key)} has no value (null). Leave the key out instead.`
        : 'There is no value (null) here. Leave it out instead.'
    this.#problems.add('invalid_type', message, { path: this.#path, offset })
  }

  #merge(offset: number): void {
    const message = 'The key "<<" is not known: there are no merge keys here. Write the keys out.'
    this.#problems.add('unknown_key', message, { path: this.#path, offset })
  }
}

/** Quotes and block styles say that it is a text; only an unquoted word can be anything else. */
function wordOf(node: Scalar): ReturnType<typeof plainScalar> {
  return node.type === 'PLAIN' ? plainScalar(String(node.source)) : { value: String(node.value) }
}

function isMerge(value: unknown): boolean {
  return isAlias(value) || (isSeq(value) && value.items.some(isAlias))
}

function offsetOf(node: unknown): number | undefined {
  return (node as ParsedNode | null)?.range?.[0]
}
