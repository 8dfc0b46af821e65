import type { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { StartError } from '#core/start-error.ts'
import { readEnv } from '#env.ts'
import { certificatesIn } from '#features/identity/sso/certificates.ts'
import { addConnection } from './add-connection.ts'
import { readPassword } from './ask-password.ts'
import { changeConnection } from './change-connection.ts'

const USAGE = `Usage:
  npm run sso -- add DOMAIN --tenant LABEL --name NAME --issuer URL --client-id ID [--client-secret-stdin]
  npm run sso -- add DOMAIN --tenant LABEL --name NAME --issuer ENTITY-ID --entry-point URL --certificate FILE
  npm run sso -- change DOMAIN --tenant LABEL [--context VALUE | --any-context] [--own-address] [--certificate FILE]
DOMAIN is that of the people's e-mail addresses. Also:
  --creates-users     newcomers get an account with the role user
  --people-of LABEL   the people belong to another organisation, and go on at its host
  --context VALUE     the provider must confirm this acr or AuthnContextClassRef; several: one of them
  --any-context       the provider is trusted to ask for what is needed, as without --context
  --certificate FILE  one or more in PEM, each of which may have signed; several files: all of them
  --own-address       the provider knows the connection's own redirect address, and answers there alone`

/** `npm run sso`: answers the lines to print. */
export async function ssoCommand(args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
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

/** All certificates of these files: several while a provider changes its key. */
async function readCertificates(files: readonly string[]): Promise<X509Certificate[]> {
  return (await Promise.all(files.map(readFrom))).flat()
}

async function readFrom(file: string): Promise<X509Certificate[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(`The file ${file} cannot be read.`)
  })
  try {
    return certificatesIn(text)
  } catch {
    throw new StartError(`The file ${file} is not, or not only, made of certificates in PEM.`)
  }
}
