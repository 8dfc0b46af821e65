import type { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { StartError } from '#start-error.ts'
import { readEnv } from '#read-env.ts'
import { certificateFault, certificatesIn } from '#adapters/certificates.ts'
import { addConnection } from './add-connection.ts'
import { readPassword } from './prompt-password.ts'
import { changeConnection } from './change-connection.ts'
import type { Call } from './waymark.ts'

export function ssoCommand(command: Command, { variables, answer }: Call): void {
  command.description('connect organisations to identity providers (OpenID Connect or SAML)')
  addOptions(command.command('add').description('connect a provider'))
    .option('--name <NAME>', 'the name of the provider')
    .option('--issuer <URL>', 'the provider’s issuer (OpenID) or entity ID (SAML)')
    .option('--client-id <ID>', 'OpenID: the client ID')
    .option('--client-secret-stdin', 'OpenID: read the client secret from standard input')
    .option('--entry-point <URL>', 'SAML: the address where sign-ins start')
    .option('--creates-users', 'create an account with the User role for users without one', false)
    .option(
      '--people-of <LABEL>',
      'the organisation of the users, if it isn’t --tenant; they continue at its host',
    )
    .action(async (domain: string, given: AddOptions) =>
      answer(await add(domain, given, variables)),
    )
  addOptions(
    command
      .command('change')
      .description(
        'change the required sign-in methods, certificates or redirect address of a connection',
      ),
  )
    .option('--any-context', 'accept any sign-in method from now on', false)
    .option(
      '--own-address',
      'use the connection’s own redirect address, which must be registered with the provider',
      false,
    )
    .action(async (domain: string, given: ChangeOptions) =>
      answer(await change(domain, given, variables)),
    )
}

type Options = { tenant: string; context: string[]; certificate: string[] }
type ChangeOptions = Options & { anyContext: boolean; ownAddress: boolean }
type AddOptions = Options & {
  name?: string
  issuer?: string
  clientId?: string
  clientSecretStdin?: boolean
  entryPoint?: string
  createsUsers: boolean
  peopleOf?: string
}

function addOptions(command: Command): Command {
  return command
    .argument('<DOMAIN>', 'the domain of the users’ email addresses')
    .requiredOption('--tenant <LABEL>', 'the organisation')
    .option(
      '--context <VALUE>',
      'a sign-in method that the provider must confirm: an acr or AuthnContextClassRef (repeat to accept several)',
      several,
      [],
    )
    .option(
      '--certificate <FILE>',
      'SAML: the provider’s certificates in PEM format (repeat for several files)',
      several,
      [],
    )
}

/** An option that can be repeated. */
function several(value: string, before: readonly string[]): string[] {
  return [...before, value]
}

async function change(domain: string, given: ChangeOptions, variables: NodeJS.ProcessEnv) {
  return await changeConnection(readEnv(variables), {
    tenant: given.tenant,
    domain,
    contexts: given.context,
    isAnyContext: given.anyContext,
    isOwnAddress: given.ownAddress,
    certificates: await readCertificates(given.certificate),
  })
}

async function add(domain: string, given: AddOptions, variables: NodeJS.ProcessEnv) {
  const certificates = await readCertificates(given.certificate)
  return await addConnection(readEnv(variables), {
    tenant: given.tenant,
    peopleOf: given.peopleOf,
    connection: {
      domain,
      name: given.name,
      issuer: given.issuer,
      creates_users: given.createsUsers,
      required_contexts: given.context,
      client_id: given.clientId,
      client_secret: given.clientSecretStdin ? await readPassword() : undefined,
      entry_point: given.entryPoint,
      idp_certificate: certificates.length > 0 ? certificates.join('') : undefined,
    },
  })
}

/** There are several while a provider changes its key. */
async function readCertificates(files: readonly string[]): Promise<X509Certificate[]> {
  return (await Promise.all(files.map(readFrom))).flat()
}

async function readFrom(file: string): Promise<X509Certificate[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(`Waymark can’t read the file ${file}. Check the path.`)
  })
  const fault = certificateFault(text)
  if (fault !== undefined) throw new StartError(`Waymark can’t use the file ${file}. ${fault}`)
  return certificatesIn(text)
}
