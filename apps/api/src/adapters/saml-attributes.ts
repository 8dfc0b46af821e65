import { addressIn, isName } from './provider-claims.ts'
import { type NameId, attributeIn, nodesIn, textOf } from './saml-assertion.ts'

/** What a provider says about a user, under the names of Entra ID, AD FS, Google, Okta, Shibboleth and Keycloak. */
export type SamlAttributes = {
  /** The names as they came, without values. */
  names: string[]
  email: string | undefined
  name: string | undefined
}

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'

const CLAIMS_1 = 'http://schemas.xmlsoap.org/claims/'
const MICROSOFT = 'http://schemas.microsoft.com/identity/claims/'

/** The names of an LDAP attribute: its own, the one of Shibboleth 1 and its object identifier. */
function ldap(oid: string, ...names: string[]): string[] {
  return [
    ...names,
    ...names.map((name) => `urn:mace:dir:attribute-def:${name}`),
    `urn:oid:${oid}`,
    oid,
  ]
}

// Compared in lower case, without spaces, hyphens, dots and underscores.
const EMAIL = ['email', 'emailaddress', 'emailaddresses', 'useremail', 'primaryemail']
  .concat('mailprimaryaddress', 'mails', 'emails', `${CLAIMS}emailaddress`, `${CLAIMS}email`)
  .concat(`${CLAIMS_1}emailaddress`, `${CLAIMS_1}email`, `${MICROSOFT}emailaddress`)
  .concat(ldap('0.9.2342.19200300.100.1.3', 'mail', 'rfc822Mailbox'))
  .concat(ldap('1.2.840.113549.1.9.1', 'email', 'emailAddress', 'pkcs9email'))
  .map(comparable)
const FULL = ['name', 'fullname', 'userdisplayname', `${MICROSOFT}displayname`]
  .concat(`${CLAIMS}displayname`, `${CLAIMS_1}displayname`)
  .concat(ldap('2.16.840.1.113730.3.1.241', 'displayName'))
  .map(comparable)
const FIRST = ['firstname', 'forename', 'userfirstname', `${CLAIMS}givenname`]
  .concat(`${CLAIMS_1}givenname`, `${CLAIMS_1}firstname`, `${MICROSOFT}givenname`)
  .concat(ldap('2.5.4.42', 'givenName', 'gn'))
  .map(comparable)
const LAST = ['lastname', 'familyname', 'userlastname', `${CLAIMS}surname`, `${MICROSOFT}surname`]
  .concat(`${CLAIMS_1}surname`, `${CLAIMS_1}lastname`)
  .concat(ldap('2.5.4.4', 'sn', 'surname'))
  .map(comparable)
const COMMON = [`${CLAIMS}name`, `${CLAIMS}commonname`, `${CLAIMS_1}commonname`]
  .concat(`${CLAIMS_1}name`, ldap('2.5.4.3', 'cn', 'commonName'))
  .map(comparable)

/** Attributes about someone else, whatever they are called besides. */
const OF_OTHERS = new Set(
  ldap('0.9.2342.19200300.100.1.10', 'manager')
    .concat(ldap('0.9.2342.19200300.100.1.21', 'secretary'))
    .map(comparable),
)

/** Formats in which a text that looks like an address is one. */
const ADDRESS_FORMATS = new Set(['', 'unspecified', 'emailaddress'])

/** How attributes appear in the names if they are encrypted. */
export const ENCRYPTED_ATTRIBUTE = 'EncryptedAttribute'

/** Of several addresses the one of the connection's domain. */
export function attributesOf(assertion: unknown, nameId: NameId, domain: string): SamlAttributes {
  const attributes = nodesIn(assertion, 'AttributeStatement', 'Attribute').map((one) => ({
    name: attributeIn(one, 'Name'),
    friendly: attributeIn(one, 'FriendlyName'),
    values: nodesIn(one, 'AttributeValue')
      .map(textOf)
      .filter((value) => value !== ''),
  }))
  const valuesIn = (kind: 'name' | 'friendly', wanted: string[]) =>
    wanted.flatMap((name) =>
      attributes
        .filter((one) => comparable(one[kind] ?? '') === name && !isOfOthers(one))
        .flatMap(({ values }) => values),
    )
  // A friendly name is for people only (SAML Core 2.7.3.1), so it counts where no other says it.
  const valuesOf = (wanted: string[]) => {
    const formal = valuesIn('name', wanted)
    return formal.length > 0 ? formal : valuesIn('friendly', wanted)
  }
  const sent = mainFirst(valuesOf(EMAIL))
  const addresses = [...sent, ...(ADDRESS_FORMATS.has(nameId.format) ? [nameId.text] : [])]
    .map(addressIn)
    .filter((one) => one.includes('@'))
  const isOfDomain = (address: string) =>
    !address.includes(':') && address.toLowerCase().endsWith(`@${domain}`)
  const parts = [valuesOf(FIRST)[0], valuesOf(LAST)[0]].filter((part) => part !== undefined)
  return {
    names: [
      ...attributes.flatMap(({ name, friendly }) => name ?? friendly ?? []),
      ...nodesIn(assertion, 'AttributeStatement', 'EncryptedAttribute').map(
        () => ENCRYPTED_ATTRIBUTE,
      ),
    ],
    email: addresses.find(isOfDomain) ?? addresses[0] ?? sent[0],
    name: [...valuesOf(FULL), parts.join(' '), ...valuesOf(COMMON)].find(isName),
  }
}

/** Exchange writes `SMTP:` before a mailbox’s main address and `smtp:` before the others. */
function mainFirst(values: string[]): string[] {
  const isMain = (value: string) => value.startsWith('SMTP:')
  return [...values.filter(isMain), ...values.filter((value) => !isMain(value))]
}

function isOfOthers({ name = '' }: { name?: string | undefined }): boolean {
  return OF_OTHERS.has(comparable(name))
}

function comparable(name: string): string {
  return name.includes(':') ? name.toLowerCase() : name.toLowerCase().replaceAll(/[\s._-]/g, '')
}
