import { text } from 'contract/fields'
import { z } from 'zod'
import { scopeOf } from '#core/context.ts'
import type { Env } from '#core/env.ts'
import { hostnameOf } from '#core/host-tenant.ts'
import { StartError } from '#core/start-error.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#features/audit/audit.queries.ts'
import { withInstallation } from './open-installation.ts'
import { readInput } from './read-input.ts'

// identity.md, trap 2: the scope rule of the pages is textual, so no organisation may look like the platform.
const RESERVED = /admin|^(www|api|auth|public)$/

const NewTenant = z.object({
  domain: z
    .string()
    .toLowerCase()
    .regex(
      /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
      'Use letters, figures and hyphens, at most 63, as in a host name',
    )
    .refine((label) => !RESERVED.test(label), 'This label is reserved'),
  name: text(1, 120),
  brand_colour: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/, 'Use a colour such as #1C5C46')
    .optional(),
})

export type TenantWish = { label: string; name: string; colour: string | undefined }

/** Adds an organisation; from then on it answers at its own host name. */
export async function addTenant(env: Env, { label, name, colour }: TenantWish): Promise<string> {
  const { brand_colour, ...tenant } = readInput(NewTenant, {
    domain: label,
    name,
    brand_colour: colour,
  })
  return await withInstallation(env, async (pools) => {
    const { rows } = await pools.app.query<{ id: number }>(`select nextval('ids') as id`)
    const id = rows[0]?.id ?? 0
    await withTenants(pools, [id], async (db) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('tenants')
        .values({ id, ...tenant, ...(brand_colour !== undefined && { brand_colour }) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows !== 1n)
        throw new StartError(`There is already an organisation ${tenant.domain}.`)
      await recordEvent(db, scopeOf(id), { action: 'organisation added' })
    })
    const host = hostnameOf({ kind: 'organisation', domain: tenant.domain }, env.BASE_DOMAIN)
    return `Added ${tenant.name} at ${host}.`
  })
}
