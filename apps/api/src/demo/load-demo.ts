import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#core/context.ts'
import { type Scope, type Db, scopeOf } from '#db/scope.ts'
import { yearOf } from '#core/host-tenant.ts'
import { withTenants } from '#db/pools.ts'
import { hashPassword } from '#features/identity/session/password.ts'
import { nextId } from '#support/tenants.queries.ts'
import { getCurrentTerms, insertAcceptance } from '#support/terms.queries.ts'
import { importContentSet } from '#features/content/sets/import-content-set.ts'
import { demoSet, demoTemplates } from './demo-set.ts'
import { insertDemoAssessment } from './insert-demo-assessment.ts'
import { insertDemoCertifications } from './insert-demo-certifications.ts'
import { insertDemoDraft } from './insert-demo-draft.ts'
import { insertDemoTeam } from './insert-demo-team.ts'
import { type DemoUser, DEMO_USERS, DEMO_TENANTS } from './demo-users.ts'

/** The password of all demo users. */
export const DEMO_PASSWORD = 'waymark demo 4003'

/** Shows how the terms of use are accepted. */
const HAS_NOT_ACCEPTED = 'services.manager@example.org'

/** Has a draft of the next content set. */
const HAS_DRAFT = 'northfield'

/**
 * Loads the demo into an installation without organisations, in one transaction. Returns whether the demo is loaded.
 */
export async function loadDemo(app: App): Promise<boolean> {
  const there = await tenantIds(app)
  if (DEMO_TENANTS.every(({ domain }) => there.has(domain))) return true
  if (there.size > 2) return false
  const password = await hashPassword(DEMO_PASSWORD)
  const ids = new Map<string, number>()
  for (const { domain } of DEMO_TENANTS)
    ids.set(domain, there.get(domain) ?? (await withTenants(app.pools, [], nextId)))
  await withTenants(app.pools, [...ids.values()], async (db) => {
    for (const { domain, name, colour, logo: file } of DEMO_TENANTS) {
      const logo = file ? await readFile(join(import.meta.dirname, file)) : null
      const row = { id: idOf(ids, domain), domain, name, brand_colour: colour, logo }
      await db
        .insertInto('tenants')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    for (const tenant of DEMO_TENANTS) await fillTenant(db, app, tenant.domain, ids, password)
    const northfield = scopeOf(idOf(ids, 'northfield'))
    await insertDemoCertifications(db, app, northfield)
    await insertDemoTeam(db, app, northfield)
  })
  return true
}

async function fillTenant(
  db: Db,
  app: App,
  domain: string,
  ids: Map<string, number>,
  password: string,
) {
  const scope = scopeOf(idOf(ids, domain))
  const year = yearOf({ timeZone: 'Europe/London' }, app.adapters.now())
  const hasContent = domain !== 'admin'
  const inForce = { isPublished: true, yearFrom: year - 1 }
  if (!hasContent)
    for (const file of demoTemplates()) await importContentSet(db, scope, file, inForce)
  const setId = hasContent ? await importContentSet(db, scope, demoSet(), inForce) : null
  if (setId !== null && domain === HAS_DRAFT) await insertDemoDraft(db, scope, setId, year)
  for (const user of DEMO_USERS.filter(({ tenant }) => tenant === domain)) {
    const userId = await insertUser(db, scope, user, password)
    for (const audited of user.audits ?? []) {
      const row = { auditor_id: userId, organisation_id: idOf(ids, audited) }
      await db
        .insertInto('tenant_auditors')
        .values({ tenant_id: scope.tenantId, ...row })
        .execute()
    }
    if (setId === null) continue
    const about = { user, userId, setId }
    const lastYear = new Date(Date.UTC(year - 1, 10, 14, 10))
    await insertDemoAssessment(db, scope, {
      ...about,
      which: 'last-year',
      year: year - 1,
      at: lastYear,
    })
    const now = app.adapters.now()
    await insertDemoAssessment(db, scope, { ...about, which: 'this-year', year, at: now })
  }
}

async function insertUser(db: Db, scope: Scope, user: DemoUser, password_hash: string) {
  const { id } = await db
    .insertInto('users')
    .values({
      tenant_id: scope.tenantId,
      email: user.email,
      name: user.name,
      password_hash,
      roles: user.roles.length > 0 ? user.roles : ['user'],
      organisation_name: user.organisationName ?? null,
      accepted_terms_version: user.email === HAS_NOT_ACCEPTED ? 0 : 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (user.email !== HAS_NOT_ACCEPTED) {
    const terms = await getCurrentTerms(db, scope, id)
    await insertAcceptance(db, scope, id, terms.id, 'demo')
  }
  return id
}

async function tenantIds({ pools }: App): Promise<Map<string, number>> {
  const { rows } = await pools.app.query<{ id: number; domain: string }>(
    'select id, domain from tenants',
  )
  return new Map(rows.map(({ id, domain }) => [domain, id]))
}

function idOf(ids: Map<string, number>, domain: string): number {
  const id = ids.get(domain)
  if (id === undefined) throw new Error(`There is no demo organisation ${domain}.`)
  return id
}
