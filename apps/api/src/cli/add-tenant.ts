import { NewCustomer } from 'contract/tenants'
import type { Env } from '#core/env.ts'
import { hostnameOf } from '#core/host-tenant.ts'
import { StartError } from '#core/start-error.ts'
import { withTenants } from '#db/pools.ts'
import { addOrganisation } from '#features/organisations/tenants/create-organisation.ts'
import { withInstallation } from './open-installation.ts'
import { readInput } from './read-input.ts'

export type TenantWish = { label: string; name: string; colour: string | undefined }

/** Adds an organisation; from then on it answers at its own host name. */
export async function addTenant(env: Env, { label, name, colour }: TenantWish): Promise<string> {
  const given = { domain: label, name, brand_colour: colour }
  const tenant = readInput(NewCustomer, given)
  return await withInstallation(env, async (pools) => {
    const { rows } = await pools.app.query<{ id: number }>(`select nextval('ids') as id`)
    const id = rows[0]?.id ?? 0
    await withTenants(pools, [id], async (db) => {
      if (!(await addOrganisation(db, { id, ...tenant })))
        throw new StartError(`There is already an organisation ${tenant.domain}.`)
    })
    const host = hostnameOf({ kind: 'organisation', domain: tenant.domain }, env.BASE_DOMAIN)
    return `Added ${tenant.name} at ${host}.`
  })
}
