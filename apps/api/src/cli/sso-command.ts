import type { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { StartError } from '#core/start-error.ts'
import { readEnv } from '#env.ts'
import { certificatesIn } from '#features/identity/sso/connection-faults.ts'
import { addConnection } from './add-connection.ts'
import { readPassword } from './prompt-password.ts'
import { changeConnection } from './change-connection.ts'

const USAGE = `Usage:
  npm run sso -- add DOMAIN --tenant LABEL --name NAME --issuer URL --client-id ID [--client-secret-stdin]
  npm run sso -- add DOMAIN --tenant LABEL --name NAME --issuer ENTITY-ID --entry-point URL --certificate FILE
  npm run sso -- change DOMAIN --tenant LABEL [--context VALUE | --any-context] [--own-address] [--certificate FILE]
DOMAIN is the domain of the users' email addresses. Options:
  --creates-users     create an account with the User role for users without one
  --people-of LABEL   the users belong to this other organisation and continue at its host
  --context VALUE     the provider must confirm this acr or AuthnContextClassRef (repeat to accept several)
  --any-context       accept any context (the default)
  --certificate FILE  the provider’s certificates in PEM format (repeat for several files)
  --own-address       use the connection’s own redirect address, which the provider must know`

/** Returns the text to print. */
export async function ssoCommand(args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
  if (args.includes('--help')) return USAGE
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      tenant: { type: 'string' },
      name: { type: 'string' },
      issuer: { type: 'string' },
      'client-id': { type: 'string' },
      'client-secret-stdin': { type: 'boolean', default: false },
      'entry-point': { type: 'string' },
      certificate: { type: 'string', multiple: true, default: [] },
      'creates-users': { type: 'boolean', default: false },
      'people-of': { type: 'string' },
      context: { type: 'string', multiple: true, default: [] },
      'any-context': { type: 'boolean', default: false },
      'own-address': { type: 'boolean', default: false },
    },
  })
  const [verb, domain, ...more] = positionals
  if (!values.tenant || more.length > 0) throw new StartError(USAGE)
  const certificates = await readCertificates(values.certificate)
  if (verb === 'change') {
    return await changeConnection(readEnv(variables), {
      tenant: values.tenant,
      domain,
      contexts: values.context,
      isAnyContext: values['any-context'],
      isOwnAddress: values['own-address'],
      certificates,
    })
  }
  if (verb !== 'add') throw new StartError(USAGE)
  return await addConnection(readEnv(variables), {
    tenant: values.tenant,
    peopleOf: values['people-of'],
    connection: {
      domain,
      name: values.name,
      issuer: values.issuer,
      creates_users: values['creates-users'],
      required_contexts: values.context,
      client_id: values['client-id'],
      client_secret: values['client-secret-stdin'] ? await readPassword() : undefined,
      entry_point: values['entry-point'],
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
  try {
    return certificatesIn(text)
  } catch {
    throw new StartError(`The file ${file} must contain only certificates in PEM format.`)
  }
}
