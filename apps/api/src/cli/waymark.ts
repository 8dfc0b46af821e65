import { Command, CommanderError, type Option } from 'commander'
import { StartError } from '#start-error.ts'
import { backupCommand } from './backup-command.ts'
import { checkCommand } from './check-command.ts'
import { contentCommand } from './content-command.ts'
import { maintenanceCommand } from './maintenance-command.ts'
import { restoreCommand } from './restore-command.ts'
import { sentMailsCommand } from './sent-mails-command.ts'
import { sharedWorkCommand } from './shared-work-command.ts'
import { ssoCommand } from './sso-command.ts'
import { tenantCommand } from './tenant-command.ts'
import { userCommand } from './user-command.ts'

type Answer = string | Uint8Array

/** What a command gets: the variables of its process, and where it puts its answer. */
export type Call = { variables: NodeJS.ProcessEnv; answer: (answer: Answer) => void }

const COMMANDS = {
  backup: backupCommand,
  check: checkCommand,
  content: contentCommand,
  maintenance: maintenanceCommand,
  restore: restoreCommand,
  'sent-mails': sentMailsCommand,
  'shared-work': sharedWorkCommand,
  sso: ssoCommand,
  tenant: tenantCommand,
  user: userCommand,
}

/** Runs one of the operator's commands. Returns the text to print, or the bytes of a file. */
export async function waymark(args: string[], variables: NodeJS.ProcessEnv): Promise<Answer> {
  let answered: Answer = ''
  let help = ''
  const call: Call = { variables, answer: (answer) => (answered = answer) }
  const program = new Command('waymark')
    .exitOverride()
    .showHelpAfterError()
    .configureOutput({
      writeOut: (text) => (help += text),
      writeErr: (text) => (help += text),
      outputError: (text, write) =>
        write(text.replace(/^error: ./, (it) => it.slice(7).toUpperCase())),
    })
    .configureHelp({ showGlobalOptions: false, commandUsage: usageOf, optionDescription })
  for (const [name, define] of Object.entries(COMMANDS)) define(program.command(name), call)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode > 0) throw new StartError(help.trimEnd())
    return help.trimEnd()
  }
  return answered
}

/** Without defaults, which the descriptions say where it matters. */
function optionDescription({ description, argChoices }: Option): string {
  return argChoices ? `${description} (${argChoices.join(', ')})` : description
}

/** `npm run user -- add`, as it is typed. In a checkout, `npm run check` is another script. */
function usageOf(command: Command): string {
  const names = []
  for (let one: Command | null = command; one?.parent; one = one.parent) names.unshift(one.name())
  const [script = 'waymark', ...rest] = names[0] === 'check' ? ['waymark', ...names] : names
  return ['npm run', script, '--', ...rest, command.usage()].join(' ')
}
