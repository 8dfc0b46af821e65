import { afterEach, describe, expect, test } from 'vitest'
import { aSalesforceVisitor } from '#testing/salesforce.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { lastRefusal } from '#testing/sso.ts'

const s = await startSso('calls', { isSalesforce: true })

describe('a provider that can’t be called', () => {
  afterEach(() => {
    s.t.app.env.SALESFORCE_JWKS_URL = undefined
  })
  const at = async (url: string) => {
    s.t.app.env.SALESFORCE_JWKS_URL = url
    const visitor = aSalesforceVisitor(s.t, s.openid, s.tenant)
    const answer = await visitor.exchange(await visitor.tokens())
    const said = await lastRefusal(s.t.db, s.tenant, 'salesforce.rejected')
    return { status: answer.statusCode, code: answer.json<{ code: string }>().code, said }
  }

  test('is unavailable, if a second try may help', async () => {
    expect(await at('http://127.0.0.1:9/jwks')).toMatchObject({
      status: 503,
      code: 'unavailable',
      said: {
        detail: expect.stringMatching(
          /did not send a valid response\. Start again.*check SALESFORCE_JWKS_URL/,
        ),
      },
    })
  })

  test.each([
    [
      'an address with another page',
      () => `${s.openid.issuer}/x`,
      /responded with status 404\. Check/,
    ],
    [
      'an address with other JSON',
      () => `${s.openid.issuer}/.well-known/openid-configuration`,
      /isn’t a list of keys.*Check SALESFORCE_JWKS_URL/,
    ],
    ['an unknown host name', () => 'http://unknown.invalid/jwks', /can’t find.*Check SALESFORCE/],
  ])('needs someone who changes a setting for %s', async (_, url, detail) => {
    const { code, said } = await at(url())
    expect(code).toBe('oidc-misconfigured')
    expect(said?.detail).toMatch(detail)
  })
})
