import { SUMMARIES } from '../command-list.ts'
import { type Command, EXIT } from '../io.ts'
import { knownName } from '../known-name.ts'
import { parseOptions } from '../parse-options.ts'
import { wrongCall } from '../wrong-call.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** `leeway completion`: what a shell needs to complete our commands. */
export const command: Command = {
  help: `leeway completion bash | zsh | fish

Prints completions of commands, options and the ids of what waits.

  bash   echo 'source <(leeway completion bash)' >> ~/.bashrc
  zsh    echo 'source <(leeway completion zsh)' >> ~/.zshrc
  fish   leeway completion fish > ~/.config/fish/completions/leeway.fish

Example:  source <(leeway completion bash)`,
  run: async (args, io) => {
    const { positionals } = parseOptions(args, { options: {}, allowPositionals: true })
    const [shell, another] = positionals
    if (shell === undefined || another !== undefined) throw wrongCall(`For which shell? ${SHELLS.join(', ')}`)
    io.stdout.write(SCRIPTS[knownName('shell', shell, SHELLS)]())
    return EXIT.fine
  },
}

/** What may stand behind a command besides its options, which its help names. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  checkpoints: ['show'],
  people: ['add', 'renew', 'revoke'],
  grants: ['revoke'],
  job: ['show'],
  pr: ['list', 'show', 'diff', 'file', 'comment', 'resolve', 'reopen', 'reply', 'approve', 'request-changes', 'reject'],
  'kill-switch': ['on', 'off'],
  audit: ['show', 'verify', 'export'],
  completion: SHELLS,
}

/** Commands that take the id of something that waits. */
const TAKING_IDS = ['approve', 'reject', 'edit', 'respond', 'request-changes', 'comment']
const IDS = `leeway checkpoints --json 2>/dev/null | sed -n 's/^      "id": "\\([^"]*\\)",$/\\1/p'`
const OPTIONS = `2>/dev/null | grep -oE -- '--[a-z][a-z-]*' | sort -u`

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], () => string>> = {
  bash: () => {
    const verbs = Object.entries(VERBS).map(([name, list]) => `    ${name}) words="${list.join(' ')}" ;;`)
    return `_leeway() {
  local words='' current="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...SUMMARIES.keys()].join(' ')}" -- "$current"))
    return
  fi
  case "$command" in
${verbs.join('\n')}
    ${TAKING_IDS.join('|')}) [[ "$current" == -* ]] || words="$(${IDS})" ;;
  esac
  if [[ "$current" == -* ]]; then words="$(leeway help "$command" ${OPTIONS})"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _leeway leeway
`
  },
  zsh: () => `autoload -Uz bashcompinit && bashcompinit\n${SCRIPTS.bash()}`,
  fish: () => {
    const names = [...SUMMARIES].map(
      ([name, summary]) =>
        `complete -c leeway -n __fish_use_subcommand -f -a ${name} -d '${summary.replaceAll("'", '')}'`,
    )
    const verbs = Object.entries(VERBS).map(
      ([name, list]) => `complete -c leeway -n '__fish_seen_subcommand_from ${name}' -f -a '${list.join(' ')}'`,
    )
    return `function __leeway_ids
  ${IDS}
end
function __leeway_options
  leeway help (commandline -opc)[2] ${OPTIONS}
end
${[...names, ...verbs].join('\n')}
complete -c leeway -n '__fish_seen_subcommand_from ${TAKING_IDS.join(' ')}' -f -a '(__leeway_ids)'
complete -c leeway -n 'string match -q -- "-*" (commandline -ct)' -f -a '(__leeway_options)'
`
  },
}
