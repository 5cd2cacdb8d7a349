import { type ParseArgsConfig, parseArgs } from 'node:util'
import { didYouMean } from '../model/nearest.ts'
import { quote } from '../model/quote.ts'
import { wrongCall } from './wrong-call.ts'

type Config = Pick<ParseArgsConfig, 'allowPositionals'> & {
  readonly options: NonNullable<ParseArgsConfig['options']>
}

/** Reads the options of a command; what it does not take is refused in our words, with the nearest right one. */
export function parseOptions<const Given extends Config>(
  args: readonly string[],
  config: Given,
): ReturnType<typeof parseArgs<Given>> {
  const { options, allowPositionals = false }: Config = config
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'option') checkOption(token, options)
    if (token.kind === 'positional' && !allowPositionals)
      throw wrongCall(`${quote(token.value)} is too much: this command takes options only.`)
  }
  return parseArgs({ ...config, args: [...args] }) as ReturnType<typeof parseArgs<Given>>
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

function checkOption(token: OptionToken, options: Config['options']): void {
  const { name, rawName } = token
  const known = Object.hasOwn(options, name) ? options[name] : undefined
  if (known?.type === 'string') return checkValue(token)
  if (known === undefined) {
    const names = [...Object.keys(options), 'help'].map((one) => `--${one}`)
    throw wrongCall(`There is no option ${quote(rawName)}.${didYouMean(rawName, names)}`)
  }
  if (token.value !== undefined)
    throw wrongCall(`The option ${quote(rawName)} takes no value, so ${quote(token.value)} is too much.`)
}

function checkValue({ rawName, value = '', inlineValue }: OptionToken): void {
  if (value === '') throw wrongCall(`The option ${quote(rawName)} needs a value.`)
  // What looks like an option is one, and the value was forgotten. A lone dash is standard input.
  if (inlineValue !== true && /^-./.test(value))
    throw wrongCall(
      `The option ${quote(rawName)} needs a value. To give it ${quote(value)}, write ${quote(`${rawName}=${value}`)}.`,
    )
}
