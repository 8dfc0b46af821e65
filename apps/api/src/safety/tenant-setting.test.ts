import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { aUser, theTenant } from '#testing/factories.ts'
import { anOpenAssessment } from '#testing/respondent.ts'
import { startTestApp } from '#testing/test-app.ts'

test('no connection keeps the tenant of a transaction, whether it was committed or rolled back', async () => {
  // A client that could not connect in time never answers, so only connected ones are asked.
  const emit = vi.spyOn(pg.Pool.prototype, 'emit')
  const t = await startTestApp({ works: false })
  const { tenant, anna, id, a } = await anOpenAssessment(t)
  const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
  const uses = [
    () => t.at(tenant.host).get('/terms/latest'),
    () => anna.caller.get('/sessions'),
    () => anna.finish(id, a),
    () => t.as(god).get('/users'),
    () => t.as(god).patch('/users/1', {}),
    () => t.as(god).get(`/customers/${tenant.id}`),
  ]
  const settings = `select current_user as role, nullif(current_setting('app.tenant_id', true), '') as tenant,
    nullif(current_setting('app.tenant_ids', true), '') as tenants`
  const roles = new Set<string>()
  for (const use of uses) {
    await use()
    const clients = emit.mock.calls
      .filter(([event]) => event === 'connect')
      .map(([, client]) => client as unknown as pg.Client)
      .filter(({ user }) => user?.startsWith('wm_'))
    for (const client of clients) {
      const { rows } = await client.query<{ role: string }>(settings)
      expect(rows).toEqual([{ role: rows[0]?.role, tenant: null, tenants: null }])
      roles.add(rows[0]?.role ?? '')
    }
  }
  expect([...roles].sort()).toEqual(['wm_app', 'wm_platform', 'wm_reader'])
  emit.mockRestore()
  await t.close()
})
