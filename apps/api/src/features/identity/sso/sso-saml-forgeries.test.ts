import { IDP_PEOPLE } from 'e2e/idp/people'
import { startSamlProvider } from 'e2e/idp/saml-provider'
import type { SamlForm } from 'e2e/idp/visit-provider'
import { beforeEach, expect, test } from 'vitest'
import { aUser } from '#testing/factories.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { type SamlVisitor, aSamlVisitor } from '#testing/sso.ts'

const s = await startSso('forged')
const EMAIL = IDP_PEOPLE.find(({ hint }) => hint === 'quality')?.email ?? ''
let visitor: SamlVisitor
beforeEach(() => void (visitor = aSamlVisitor(s.t.call, s.tenant)))

const read = ({ SAMLResponse }: SamlForm) => Buffer.from(SAMLResponse, 'base64').toString('utf8')
const write = (form: SamlForm, xml: string): SamlForm => ({
  ...form,
  SAMLResponse: Buffer.from(xml).toString('base64'),
})
const signIn = async () => await visitor.finish(await visitor.ask())

const assertionOf = (xml: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
const unsigned = (xml: string) => xml.replaceAll(/<ds:Signature.*?<\/ds:Signature>/gs, '')
const signatureOf = (xml: string) => /<ds:Signature.*?<\/ds:Signature>/s.exec(xml)?.[0] ?? ''
const evil = (xml: string) =>
  xml.replaceAll('quality.lead@', 'chief@').replaceAll(/005WM\w+/g, 'chief')
/** A forged assertion for another account, under an id of its own. */
const forgedOf = (xml: string) =>
  evil(unsigned(assertionOf(xml))).replace(/(<saml:Assertion [^>]*ID=")[^"]+/, '$1_evil')
const withExtension = (xml: string, inner: string) =>
  xml.replace('<samlp:Status>', `<samlp:Extensions>${inner}</samlp:Extensions><samlp:Status>`)
const withEntity = (xml: string, entities: string, name: string) =>
  `<!DOCTYPE r [${entities}]>${xml.replace('Quality Lead', name)}`

const FORGERIES: Record<string, (xml: string) => string> = {
  'another address': evil,
  'another subject': (xml) => xml.replace(/005WM\w+</, 'another<'),
  'no signature': unsigned,
  'no signature on the response': (xml) => xml.replace(signatureOf(xml), ''),
  'no signature on the assertion': (xml) =>
    xml.replace(assertionOf(xml), unsigned(assertionOf(xml))),
  'a second assertion before the signed one': (xml) =>
    xml.replace('<saml:Assertion ', `${forgedOf(xml)}<saml:Assertion `),
  'a second assertion after the signed one': (xml) =>
    xml.replace('</samlp:Response>', `${forgedOf(xml)}</samlp:Response>`),
  'the signed assertion wrapped in a forged one': (xml) =>
    xml.replace(
      assertionOf(xml),
      forgedOf(xml).replace('</saml:Assertion>', `${assertionOf(xml)}</saml:Assertion>`),
    ),
  'the signed assertion hidden in its own signature': (xml) => {
    const signed = assertionOf(xml)
    const object = `<ds:Object>${signed}</ds:Object></ds:Signature>`
    const hidden = signatureOf(signed).replace('</ds:Signature>', object)
    return xml.replace(signed, forgedOf(xml).replace('<saml:Subject>', `${hidden}<saml:Subject>`))
  },
  'the signed response wrapped in a forged one': (xml) =>
    withExtension(evil(unsigned(xml)).replace(/ID="[^"]+"/, 'ID="_evil"'), xml),
  'two elements with the same id': (xml) => withExtension(xml, evil(unsigned(assertionOf(xml)))),
  'an external entity': (xml) => withEntity(xml, '<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;'),
  'an entity that grows without end': (xml) =>
    withEntity(xml, '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">', '&b;'),
  'a document type': (xml) => `<!DOCTYPE r>${xml}`,
  'an algorithm of the sender’s choice': (xml) =>
    xml.replaceAll(
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    ),
  'no content': () => '',
  'only half of the content': (xml) => xml.slice(0, xml.length / 2),
}

test.each(Object.entries(FORGERIES))('a response with %s is refused', async (_, forge) => {
  await s.connectSaml()
  await aUser(s.t.db, { tenant: s.tenant, email: EMAIL.replace('quality.lead', 'chief') })
  const form = await visitor.ask()
  const forged = forge(read(form))
  expect(forged).not.toBe(read(form))
  await s.expectRefused(await visitor.finish(write(form, forged)), 'rejected')
})

test('a response that another key signed is refused', async () => {
  await s.connectSaml({}, { ...s.saml, certificate: s.otherSaml.certificate })
  await s.expectRefused(await signIn(), 'rejected', /signature/)
})

test('a response signed with SHA-1 is refused', async () => {
  const old = await startSamlProvider({ origins: s.origins, signsWithSha1: true })
  await s.connectSaml({}, old)
  await s.expectRefused(await signIn(), 'rejected', /algorithm/)
  await old.stop()
})

test('a comment does not cut a signed name short', async () => {
  await s.connectSaml()
  await aUser(s.t.db, { tenant: s.tenant, email: 'chief@harbour-saml.example' })
  const email = 'chief@harbour-saml.example.evil.example'
  s.saml.rewrite = (tags) => ({ ...tags, NameID: 'chief.evil', email })
  const form = await visitor.ask()
  // Comments are not signed, so the signature stays valid.
  const xml = read(form)
    .replace('chief.evil', 'chief<!---->.evil')
    .replace('harbour-saml.example.evil', 'harbour-saml.example<!---->.evil')
  await s.expectRefused(await visitor.finish(write(form, xml)), 'no-account', /domain/)
})
