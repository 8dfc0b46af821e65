import { type NameId, attributeIn, nodesIn, textOf } from './saml-assertion.ts'

/** What a provider says about a user, under the names of Entra ID, AD FS, Google, Okta, Shibboleth and Keycloak. */
export type SamlAttributes = {
  /** The names as they came, without values. */
  names: string[]
  email: string | undefined
  name: string | undefined
}

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'

// Compared in lower case, without spaces, hyphens, dots and underscores.
const EMAIL = ['email', 'mail', 'emailaddress', 'useremail', `${CLAIMS}emailaddress`]
  .concat('http://schemas.xmlsoap.org/claims/emailaddress', 'urn:oid:0.9.2342.19200300.100.1.3')
  .map(comparable)
const FULL = ['name', 'displayname', 'fullname', 'userdisplayname']
  .concat('http://schemas.microsoft.com/identity/claims/displayname')
  .concat('urn:oid:2.16.840.1.113730.3.1.241')
  .map(comparable)
const FIRST = [
  'firstname',
  'givenname',
  'userfirstname',
  `${CLAIMS}givenname`,
  'urn:oid:2.5.4.42',
].map(comparable)
const LAST = ['lastname', 'surname', 'familyname', 'sn', 'userlastname', `${CLAIMS}surname`]
  .concat('urn:oid:2.5.4.4')
  .map(comparable)
const COMMON = ['cn', 'commonname', 'urn:oid:2.5.4.3', `${CLAIMS}name`].map(comparable)

/** Formats in which a text that looks like an address is one. */
const ADDRESS_FORMATS = new Set(['', 'unspecified', 'emailAddress'])

/** Of several addresses the one of the connection's domain. */
export function attributesOf(assertion: unknown, nameId: NameId, domain: string): SamlAttributes {
  const attributes = nodesIn(assertion, 'AttributeStatement', 'Attribute').map((one) => ({
    names: ['Name', 'FriendlyName'].flatMap((name) => attributeIn(one, name) ?? []),
    values: nodesIn(one, 'AttributeValue')
      .map((value) => textOf(value).trim())
      .filter((value) => value !== ''),
  }))
  const valuesOf = (wanted: string[]) =>
    wanted.flatMap((name) =>
      attributes
        .filter(({ names }) => names.map(comparable).includes(name))
        .flatMap(({ values }) => values),
    )
  const addresses = [
    ...valuesOf(EMAIL),
    ...(ADDRESS_FORMATS.has(nameId.format) ? [nameId.text.trim()] : []),
  ].filter((one) => one.includes('@'))
  const isOfDomain = (address: string) => address.toLowerCase().endsWith(`@${domain}`)
  const parts = [valuesOf(FIRST)[0], valuesOf(LAST)[0]].filter((part) => part !== undefined)
  return {
    names: attributes.flatMap(({ names }) => names[0] ?? []),
    email: addresses.find(isOfDomain) ?? addresses[0],
    name: [...valuesOf(FULL), parts.join(' '), ...valuesOf(COMMON)].find(isName),
  }
}

// Some claims called “name” have the user name instead.
function isName(text: string): boolean {
  return text !== '' && !text.includes('@')
}

function comparable(name: string): string {
  return name.includes(':') ? name.toLowerCase() : name.toLowerCase().replaceAll(/[\s._-]/g, '')
}
