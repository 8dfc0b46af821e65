import { IDP_PEOPLE } from 'e2e/idp/people'
import { type SamlProvider, startSamlProvider } from 'e2e/idp/saml-provider'
import type { SamlForm } from 'e2e/idp/visit-provider'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import {
  type SamlVisitor,
  aSamlConnection,
  aSamlVisitor,
  allowSso,
  lastRefusal,
  ssoFailure,
} from '#testing/sso.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let provider: SamlProvider
let other: SamlProvider
let tenant: TestTenant
let visitor: SamlVisitor
let made = 0

const ORIGINS = Array.from({ length: 60 }, (_, n) => `http://forged${n}.localhost:4003`)
const EMAIL = IDP_PEOPLE.find(({ hint }) => hint === 'quality')?.email ?? ''

beforeAll(async () => {
  t = await startTestApp({ works: false })
  provider = await startSamlProvider({ origins: ORIGINS })
  other = await startSamlProvider({ origins: ORIGINS })
})
afterAll(async () => {
  await provider.stop()
  await other.stop()
  await t.close()
})
beforeEach(async () => {
  tenant = await aTenant(t.db, { domain: `forged${made++}` })
  await allowSso(t.db, tenant)
  await aSamlConnection(t.db, provider, { tenant })
  visitor = aSamlVisitor(t.call, tenant)
})
afterEach(() => {
  provider.rewrite = undefined
})

const read = ({ SAMLResponse }: SamlForm) => Buffer.from(SAMLResponse, 'base64').toString('utf8')
const write = (form: SamlForm, xml: string): SamlForm => ({
  ...form,
  SAMLResponse: Buffer.from(xml).toString('base64'),
})

describe('forgeries', () => {
  const assertionOf = (xml: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
  const unsigned = (xml: string) => xml.replaceAll(/<ds:Signature.*?<\/ds:Signature>/gs, '')
  const signatureOf = (xml: string) => /<ds:Signature.*?<\/ds:Signature>/s.exec(xml)?.[0] ?? ''
  const evil = (xml: string) =>
    xml.replaceAll('quality.lead@', 'chief@').replaceAll(/005WM\w+/g, 'chief')
  const renamed = (xml: string) => xml.replace(/(<saml:Assertion [^>]*ID=")[^"]+/, '$1_evil')

  const FORGERIES: Record<string, (xml: string) => string> = {
    'another address': evil,
    'another subject': (xml) => xml.replace(/005WM\w+</, 'somebody<'),
    'no signature at all': unsigned,
    'the signature of the response taken away': (xml) => xml.replace(signatureOf(xml), ''),
    'the signature of the assertion taken away': (xml) =>
      xml.replace(assertionOf(xml), unsigned(assertionOf(xml))),
    'a second assertion before the signed one': (xml) =>
      xml.replace(
        '<saml:Assertion ',
        `${renamed(evil(unsigned(assertionOf(xml))))}<saml:Assertion `,
      ),
    'a second assertion after the signed one': (xml) =>
      xml.replace(
        '</samlp:Response>',
        `${renamed(evil(unsigned(assertionOf(xml))))}</samlp:Response>`,
      ),
    'the signed assertion wrapped in a forged one': (xml) =>
      xml.replace(
        assertionOf(xml),
        renamed(evil(unsigned(assertionOf(xml)))).replace(
          '</saml:Assertion>',
          `${assertionOf(xml)}</saml:Assertion>`,
        ),
      ),
    'the signed assertion hidden in its own signature': (xml) => {
      const signed = assertionOf(xml)
      const hidden = signatureOf(signed).replace(
        '</ds:Signature>',
        `<ds:Object>${signed}</ds:Object></ds:Signature>`,
      )
      return xml.replace(
        signed,
        renamed(evil(unsigned(signed))).replace('<saml:Subject>', `${hidden}<saml:Subject>`),
      )
    },
    'the whole signed response wrapped in a forged one': (xml) =>
      evil(unsigned(xml))
        .replace(/ID="[^"]+"/, 'ID="_evil"')
        .replace('<samlp:Status>', `<samlp:Extensions>${xml}</samlp:Extensions><samlp:Status>`),
    'two elements of the same id': (xml) =>
      xml.replace(
        '<samlp:Status>',
        `<samlp:Extensions>${evil(unsigned(assertionOf(xml)))}</samlp:Extensions><samlp:Status>`,
      ),
    'an external entity': (xml) =>
      `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace('Quality Lead', '&x;')}`,
    'an entity that grows without end': (xml) =>
      `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${xml.replace('Quality Lead', '&b;')}`,
    'a document type': (xml) => `<!DOCTYPE r>${xml}`,
    'an algorithm by the sender’s choice': (xml) =>
      xml.replaceAll(
        'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
      ),
    nothing: () => '',
    'half of it': (xml) => xml.slice(0, xml.length / 2),
  }

  test.each(Object.entries(FORGERIES))('refused: %s', async (_, forge) => {
    await aUser(t.db, { tenant, email: EMAIL.replace('quality.lead', 'chief') })
    const form = await visitor.ask()
    const forged = forge(read(form))
    expect(forged).not.toBe(read(form))
    expect(await visitor.finish(write(form, forged))).toBe(ssoFailure('rejected'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({ reason: 'rejected' })
  })

  test('signed by another key: refused', async () => {
    await t.db
      .updateTable('sso_connections')
      .set({ idp_certificate: other.certificate })
      .where('tenant_id', '=', tenant.id)
      .execute()
    expect(await visitor.finish(await visitor.ask())).toBe(ssoFailure('rejected'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({
      reason: 'rejected',
      detail: expect.stringMatching(/signature/),
    })
  })

  test('signed with SHA-1: refused', async () => {
    const old = await startSamlProvider({ origins: ORIGINS, signsWithSha1: true })
    await t.db.deleteFrom('sso_connections').where('tenant_id', '=', tenant.id).execute()
    await aSamlConnection(t.db, old, { tenant })
    expect(await visitor.finish(await visitor.ask())).toBe(ssoFailure('rejected'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({
      reason: 'rejected',
      detail: expect.stringMatching(/algorithm/),
    })
    await old.stop()
  })

  test('a comment does not cut a signed name short', async () => {
    await aUser(t.db, { tenant, email: 'chief@harbour-saml.example' })
    provider.rewrite = (tags) => ({
      ...tags,
      NameID: 'chief.evil',
      email: 'chief@harbour-saml.example.evil.example',
    })
    const form = await visitor.ask()
    const xml = read(form)
      .replace('chief.evil', 'chief<!---->.evil')
      .replace('harbour-saml.example.evil', 'harbour-saml.example<!---->.evil')
    // Comments are not signed, so the signature still holds; the name must be read whole all the same.
    expect(await visitor.finish(write(form, xml))).toBe(ssoFailure('no-account'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({
      reason: 'no-account',
      detail: expect.stringMatching(/domain/),
    })
  })
})
