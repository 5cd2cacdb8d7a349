import { type Command, EXIT } from '../io.ts'
import { aboutSchema, jsonSchema, SCHEMA_NAMES, schemaFile } from '../json-schemas.ts'
import { knownName } from '../known-name.ts'
import { parseOptions } from '../parse-options.ts'
import { pageOf } from '../text/page.ts'
import { drawTable } from '../text/table.ts'
import { wrongCall } from '../wrong-call.ts'

/** `leeway schema`: the JSON Schemas of everything that is read and written. */
export const command: Command = {
  help: `leeway schema [NAME] [--json]

Lists the JSON Schemas of files, gates and decisions, or prints one of them. Editors that know the YAML language
server check a file as you type when its first line is, for example,
  # yaml-language-server: $schema=./node_modules/leeway/schemas/project.schema.json

  --json    the list as data

Example:  leeway schema policy > policy.schema.json`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, {
      options: { json: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [name, another] = positionals
    if (another !== undefined) throw wrongCall('Name one schema, not several.')
    if (name !== undefined) {
      io.stdout.write(`${JSON.stringify(jsonSchema(knownName('schema', name, SCHEMA_NAMES)), null, 2)}\n`)
      return EXIT.fine
    }
    const all = SCHEMA_NAMES.map((one) => ({ name: one, file: `schemas/${schemaFile(one)}`, about: aboutSchema(one) }))
    const page = pageOf(io)
    const rows = all.map((one) => [{ text: one.name, format: 'bold' } as const, { text: one.about }])
    io.stdout.write(`${values.json === true ? JSON.stringify(all, null, 2) : drawTable({ rows }, page)}\n`)
    return EXIT.fine
  },
}
