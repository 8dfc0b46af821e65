import { randomUUID } from 'node:crypto'
import { openFiles } from '#adapters/files.ts'
import { openMail } from '#adapters/mail.ts'
import { scanWithClamav } from '#adapters/virus-scan.ts'
import type { Env } from '#core/env.ts'
import { type Pools, withTenant, withTenants } from '#db/pools.ts'
import { scopeOf } from '#db/scope.ts'
import { listAllConnections } from '#features/identity/sso/connections.queries.ts'
import { type CheckedConnection, checkProvider } from '#features/identity/sso/test-connection.ts'
import { type Checked, checksOf, resultsOf } from '#features/insight/system/checks.ts'
import { getInstallation } from '#features/insight/system/system.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { renderMail } from '#support/mails/render-mail.ts'
import { getHostTenant, getPlatformId } from '#support/tenants.queries.ts'
import { listTenants } from './open-installation.ts'

/** What the page System shows, by part: `ok`, `off` or a reason. */
export async function checkShared(env: Env, pools: Pools): Promise<Record<string, string>> {
  const mail = env.SMTP_URL === undefined ? undefined : openMail(env.SMTP_URL)
  const checked: Checked = {
    env,
    pools,
    jobs: {
      check: async () => void (await pools.queue.query('select 1 from pgboss.queue limit 1')),
    },
    adapters: {
      now: () => new Date(),
      checkMail: mail?.check,
      files: await openFiles(env),
      scanForViruses: env.CLAMAV_URL === undefined ? undefined : scanWithClamav(env.CLAMAV_URL),
    },
  }
  const { own, outside } = checksOf(checked)
  const { settings, ...others } = outside
  const checks = { ...own, ...others, 'settings of nodes': settings }
  return await resultsOf(checks).finally(() => mail?.close())
}

/** Names the running nodes. Throws if there is none, or if they have different versions. */
export async function checkNodes(pools: Pools): Promise<string> {
  const { nodes } = await withTenants(pools, [], getInstallation)
  if (nodes.length === 0) throw new Error('No node is running. Start Waymark.')
  const list = nodes.map(({ name, version }) => `${name} (${version})`).join(', ')
  if (new Set(nodes.map(({ version }) => version)).size > 1)
    throw new Error(`The nodes have different versions: ${list}. Finish the upgrade.`)
  return list
}

/** The checks of each provider that is on, by a name for the table. */
export async function providersOf(env: Env, pools: Pools) {
  const found: [name: string, connection: CheckedConnection][] = []
  for (const { id, domain } of await listTenants(pools))
    for (const row of await withTenant(pools, id, (db) => listAllConnections(db, scopeOf(id))))
      if (row.is_active) found.push([`provider of ${row.domain} at ${domain}`, row])
  const { SALESFORCE_ISSUER: issuer } = env
  if (issuer !== undefined)
    found.push(['Salesforce', { kind: 'oidc', issuer, entry_point: null, idp_certificate: null }])
  return found.map(([name, connection]) => [name, () => requireProvider(env, connection)] as const)
}

async function requireProvider(env: Env, connection: CheckedConnection): Promise<string> {
  const checks = await checkProvider({ env }, connection, new Date())
  const faults = checks.filter(({ is_ok }) => !is_ok)
  if (faults.length > 0) throw new Error(faults.map(({ detail }) => detail).join(' '))
  return connection.issuer
}

/** Sends an email straight away. Answers what the mail server said. */
export async function sendTestMail(env: Env, pools: Pools, to: string): Promise<string> {
  if (env.SMTP_URL === undefined) throw new Error('SMTP_URL is not set. Set it, then try again.')
  const platform = await withTenants(pools, [], async (db) =>
    getHostTenant(db, await getPlatformId(db)),
  )
  const content = MAILS.test.text(env.BASE_DOMAIN)
  const mail = openMail(env.SMTP_URL)
  const answer = await mail
    .send({
      messageId: `<${randomUUID()}@${env.BASE_DOMAIN}>`,
      from: env.MAIL_FROM,
      to,
      subject: content.subject,
      ...(await renderMail(content, platform)),
    })
    .finally(mail.close)
  return `accepted for ${to}: ${answer ?? 'no answer'}`
}
