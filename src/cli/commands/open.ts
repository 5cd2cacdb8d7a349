import { type Command, EXIT } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { isTerminal } from '../person/terminal.ts'
import { serverFor } from '../person/with-server.ts'
import { hasDesktop, openBrowser } from '../up/open-browser.ts'

/** `leeway open`: signs a browser in to the server that is running in this folder. */
export const command: Command = {
  help: `leeway open [--no-open]

Prints a link that signs a browser in as you, once, within ten minutes, and opens it where there is a desktop.
The server of this folder has to be running: leeway up.

  --no-open    print the link only

Example:  leeway open`,
  run: async (args, io) => {
    const { values } = parseOptions(args, { options: { 'no-open': { type: 'boolean' } } })
    const { url } = await (await serverFor(io)).call('create_sign_in_link', {})
    io.stdout.write(`${url}\n`)
    if (values['no-open'] !== true && isTerminal(io) && hasDesktop(io)) openBrowser(url)
    return EXIT.fine
  },
}
