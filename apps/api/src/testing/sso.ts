import { withToken } from './client.ts'
import { type OidcProvider, SERVER_CLIENT, SERVER_CLIENT_SECRET } from 'e2e/idp/oidc-provider'
import type { SamlProvider } from 'e2e/idp/saml-provider'
import { type SamlForm, visitProvider, visitSamlProvider } from 'e2e/idp/visit-provider'
import type { SsoFailureReason } from 'contract/sso'
import type { User } from 'contract/account'
import { type InsertObject, sql } from 'kysely'
import type { Db } from '#db/scope.ts'
import type { DB } from '#db/schema.gen.ts'
import { encrypt } from '#core/encrypt.ts'
import { secretAad } from '#features/identity/sso/settings-of.ts'
import { type TestTenant, insertRow } from './factories.ts'
import type { Answer, CallOptions, TestApp } from './test-app.ts'

/** Sets how users of the organisation sign in. */
export async function allowSso(
  db: Db,
  tenant: TestTenant,
  mode: 'credentials' | 'sso' | 'combined' = 'combined',
): Promise<void> {
  await db.updateTable('tenants').set({ sign_in_mode: mode }).where('id', '=', tenant.id).execute()
}

// The port in a test app's own addresses.
const ORIGIN_PORT = 4003

export function originAt(tenant: TestTenant): string {
  return `http://${tenant.host}:${ORIGIN_PORT}`
}

type Row = InsertObject<DB, 'sso_connections'>
/** The organisation, and columns that differ from the usual. */
type Input = { tenant: TestTenant; domain?: string } & Omit<
  Partial<Row>,
  'domain' | 'kind' | 'issuer'
>

export async function anOpenidConnection(
  db: Db,
  secrets: readonly [string, ...string[]],
  { issuer }: Pick<OidcProvider, 'issuer'>,
  { domain = 'harbour.example', ...input }: Input,
): Promise<number> {
  const row = { domain, kind: 'oidc', issuer, client_id: SERVER_CLIENT, ...input }
  const id = await insertConnection(db, row)
  const client_secret = encrypt(secrets, secretAad(input.tenant.id, id), SERVER_CLIENT_SECRET)
  await db.updateTable('sso_connections').set({ client_secret }).where('id', '=', id).execute()
  return id
}

export async function aSamlConnection(
  db: Db,
  provider: Pick<SamlProvider, 'entityId' | 'entryPoint' | 'certificate'>,
  { domain = 'harbour-saml.example', ...input }: Input,
): Promise<number> {
  const { entityId: issuer, entryPoint: entry_point, certificate: idp_certificate } = provider
  const row = { domain, kind: 'saml', issuer, entry_point, idp_certificate, ...input }
  return await insertConnection(db, row)
}

async function insertConnection(
  db: Db,
  { tenant, ...row }: Input & { domain: string; kind: string; issuer: string },
): Promise<number> {
  const usual = { tenant_id: tenant.id, name: row.domain, creates_users: true }
  return await insertRow(db, 'sso_connections', { ...usual, ...row })
}

export type Browser = ReturnType<typeof aBrowser>

/** A browser that keeps cookies by host and follows no redirect, so that a test can change each step. */
export function aBrowser(call: (options: CallOptions) => Promise<Answer>) {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (host: string) => {
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    return jar
  }
  const send = async (address: string | URL, options: Partial<CallOptions> = {}) => {
    const url = new URL(address)
    const jar = jarOf(url.hostname)
    const cookie = [...jar]
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('; ')
    const answer = await call({
      ...options,
      host: url.host,
      url: url.pathname + url.search,
      headers: { ...(cookie !== '' && { cookie }), ...options.headers },
    })
    for (const { name, value } of answer.cookies) {
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  return {
    jarOf,
    /** The address that the server redirects to. */
    open: async (address: string | URL): Promise<URL> => targetOf(address, await send(address)),
    /** Posts a form as the page of another site does, without our Lax cookies. */
    post: async (
      address: string,
      fields: Record<string, string>,
      origin = 'null',
    ): Promise<URL> => {
      const url = new URL(address)
      const answer = await call({
        method: 'POST',
        host: url.host,
        url: url.pathname,
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      })
      return targetOf(address, answer)
    },
    send,
  }
}

function targetOf(address: string | URL, { statusCode, headers, body }: Answer): URL {
  if (statusCode !== 303) throw new Error(`${statusCode}: ${body}`)
  return new URL(String(headers.location), address)
}

export const SSO_SUCCESS = '/auth/sso/process-signin'

export function ssoFailure(reason: SsoFailureReason): string {
  return `/auth/sso/callback?reason=${reason}`
}

export function pathOf({ pathname, search }: URL): string {
  return pathname + search
}

/** The reason for the organisation's last refused sign-in. */
export async function lastRefusal(db: Db, { id }: TestTenant, action = 'sso.rejected') {
  type Event = {
    action: string
    details: { domain?: string; reason: SsoFailureReason; detail: string }
  }
  const { rows } = await sql<Event>`select action, details from audit_events
    where tenant_id = ${id} order by id desc limit 1`.execute(db)
  return rows[0]?.action === action ? rows[0].details : undefined
}

export type OpenidVisitor = ReturnType<typeof anOpenidVisitor>

/** A visitor, with a browser, of an organisation with OpenID connections. */
export function anOpenidVisitor(t: Pick<TestApp, 'call' | 'at'>, tenant: TestTenant) {
  const browser = aBrowser(t.call)
  /** Signs in at the provider; returns the address that it redirects to. */
  const comeBack = async (hint = 'plant', domain = 'harbour.example'): Promise<URL> => {
    const next = await browser.open(`${originAt(tenant)}/api/auth/sso/${domain}/start`)
    return next.pathname === '/auth/sso/callback' ? next : await visitProvider(next.href, hint)
  }
  return {
    ...browser,
    comeBack,
    signIn: async (hint?: string, domain?: string): Promise<string> => {
      const back = await comeBack(hint, domain)
      return pathOf(back.pathname.startsWith('/api/') ? await browser.open(back) : back)
    },
    whoAmI: async () => {
      const token = browser.jarOf(tenant.host).get('pat_oidc') ?? ''
      const headers = withToken(token)
      const { body } = await t.at(tenant.host).get('/user', { headers })
      return (body as { user: User }).user
    },
  }
}

export type SamlVisitor = ReturnType<typeof aSamlVisitor>

/** A visitor of an organisation with a SAML connection. */
export function aSamlVisitor(call: TestApp['call'], tenant: TestTenant) {
  const browser = aBrowser(call)
  /** Signs in at the provider; returns the form that its page posts. */
  const ask = async (hint = 'quality', domain = 'harbour-saml.example'): Promise<SamlForm> => {
    const start = `${originAt(tenant)}/api/auth/sso/${domain}/start`
    const form = await visitSamlProvider((await browser.open(start)).href, hint)
    return { ...form, action: `${originAt(tenant)}/api/auth/sso/acs` }
  }
  const post = async ({ action, ...fields }: SamlForm) =>
    await browser.post(action, fields, 'http://127.0.0.1:4006')
  return {
    ...browser,
    ask,
    post,
    /** Posts the form and follows an accepted sign-in to its end. */
    finish: async (form: SamlForm): Promise<string> => {
      const next = await post(form)
      return pathOf(next.pathname === '/api/auth/sso/finish' ? await browser.open(next) : next)
    },
  }
}
