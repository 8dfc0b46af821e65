import { type Command, InvalidArgumentError } from 'commander'
import { ROLES } from 'contract/roles'
import { formatNumber } from 'rules/plural'
import { readEnv } from '#read-env.ts'
import { addUser } from './add-user.ts'
import { askYes } from './ask-yes.ts'
import { resetMfaCommand, sendLinkCommand } from './help-user.ts'
import { MOST_USERS, listUsers } from './list-users.ts'
import { JSON_OPTION } from './print-rows.ts'
import { promptPassword, readPassword } from './prompt-password.ts'
import { signOutAll, signOutUser } from './sign-out.ts'
import type { Call } from './waymark.ts'

export function userCommand(command: Command, { variables, answer }: Call): void {
  const roles = new Intl.ListFormat('en-GB').format(ROLES)
  command.description('list and add users, sign them out, and help them to sign in again')
  command
    .command('list')
    .description(
      `list up to ${formatNumber(MOST_USERS)} users with roles, status and sign-in methods`,
    )
    .option(
      '--tenant <LABEL>',
      'only users of this organisation; for god-admins and auditors, the value of PLATFORM_LABEL (default: admin)',
    )
    .option('--role <ROLE>', `only users with this role: ${roles}`, oneRole)
    .option('--search <TEXT>', 'only users with this text in the name or email address')
    .option(...JSON_OPTION)
    .action(async (options: ListOptions) => answer(await listUsers(readEnv(variables), options)))
  command
    .command('add')
    .description('add a user, and ask for their password')
    .argument('<EMAIL>')
    .requiredOption('--name <NAME>')
    .requiredOption('--tenant <LABEL>', 'the organisation')
    .option('--role <ROLE>', `one of ${roles}; repeat for several (default: user)`, readRole)
    .option('--password-stdin', 'read the password from standard input', false)
    .option(...JSON_OPTION)
    .action(
      async (email: string, { role = ['user'], passwordStdin, json, ...rest }: AddOptions) => {
        const person = { ...rest, email, roles: [...new Set(role)] }
        const password = passwordStdin ? readPassword : promptPassword
        answer(await addUser(readEnv(variables), person, password, json))
      },
    )
  const signOut = command
    .command('sign-out')
    .description('end all sessions of a user, or of everyone with --all')
    .argument('[EMAIL]')
    .option('--tenant <LABEL>', 'only at this organisation')
    .option('--all', 'all users in all organisations', false)
    .option('--yes', 'don’t ask for confirmation', false)
    .option(...JSON_OPTION)
    .action(async (email: string | undefined, { all, yes, ...options }: SignOutOptions) => {
      const { tenant } = options
      if (all ? email !== undefined || tenant !== undefined : yes || email === undefined)
        signOut.error(
          'error: give either EMAIL or --all (--tenant only with EMAIL, --yes only with --all)',
        )
      if (all && !yes)
        await askYes('This signs out all users in all organisations.', 'No one was signed out.')
      const env = readEnv(variables)
      answer(
        email === undefined
          ? await signOutAll(env, options)
          : await signOutUser(env, email, options),
      )
    })
  command
    .command('reset-mfa')
    .description('turn off a user’s two-step verification, and sign them out')
    .argument('<EMAIL>')
    .requiredOption('--tenant <LABEL>', 'the organisation')
    .option(...JSON_OPTION)
    .action(async (email: string, options: HelpOptions) =>
      answer(await resetMfaCommand(readEnv(variables), email, options)),
    )
  command
    .command('send-link')
    .description('email a user a link to set a password')
    .argument('<EMAIL>')
    .requiredOption('--tenant <LABEL>', 'the organisation')
    .option(...JSON_OPTION)
    .action(async (email: string, options: HelpOptions) =>
      answer(await sendLinkCommand(readEnv(variables), email, options)),
    )
}

type AddOptions = {
  name: string
  tenant: string
  role?: string[]
  passwordStdin: boolean
  json: boolean
}
type ListOptions = { tenant?: string; role?: string; search?: string; json: boolean }
type SignOutOptions = { tenant?: string; all: boolean; yes: boolean; json: boolean }
type HelpOptions = { tenant: string; json: boolean }

function readRole(role: string, before: string[] = []): string[] {
  return [...before, oneRole(role)]
}

function oneRole(role: string): string {
  if (!ROLES.some((known) => known === role))
    throw new InvalidArgumentError(`Choose one of these roles: ${ROLES.join(', ')}.`)
  return role
}
