import { openCatalog } from '../../config/workplace.ts'
import { findPreset } from '../../policy/find-preset.ts'
import { drawPreset, drawPresets } from '../draw-presets.ts'
import { type Command, EXIT } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { showPreset } from '../preset-families.ts'
import { pageOf } from '../text/page.ts'
import { warnOf } from '../warn-of.ts'
import { asCalled, wrongCall } from '../wrong-call.ts'

/** `leeway presets`: what can be chosen, and what it means. */
export const command: Command = {
  help: `leeway presets [NAME] [--json]

Lists the presets by family, with what each means and when to choose it; those of this folder too (leeway/presets/).
With a name: the axes that it sets, and where typical work stops under it.

  --json    the same as data

Example:  leeway presets jobs/guided`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, {
      options: { json: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [name, another] = positionals
    if (another !== undefined) throw wrongCall('Name one preset, not several.')

    const catalog = await openCatalog(io.folder)
    warnOf(catalog.files.values(), io)
    const wanted = name === undefined ? [...catalog.presets.values()] : [asCalled(() => findPreset(name, catalog))]
    const [first, ...others] = wanted.map((preset) => showPreset(preset, catalog, io.folder))
    if (first === undefined) return EXIT.fine
    const all = [first, ...others]
    if (values.json === true) io.stdout.write(`${JSON.stringify(name === undefined ? all : first, null, 2)}\n`)
    else io.stdout.write(`${name === undefined ? drawPresets(all, pageOf(io)) : drawPreset(first, pageOf(io))}\n`)
    return EXIT.fine
  },
}
