import { formatSize } from 'contract/file-size'
import { platformScopeOf } from '#db/scope.ts'
import { withTenants } from '#db/pools.ts'
import type { Env } from '#core/env.ts'
import { listOrganisationStates } from '#features/organisations/tenants/organisation-states.queries.ts'
import { listTenants, withInstallation } from './open-installation.ts'
import { type Column, printRows, timeText } from './print-rows.ts'

export async function listTenantsCommand(env: Env, { json }: { json: boolean }): Promise<string> {
  return await withInstallation(env, async (pools) => {
    const ids = (await listTenants(pools)).map(({ id }) => id)
    const rows = await withTenants(pools, ids, (db) =>
      listOrganisationStates(db, platformScopeOf(ids)),
    )
    return printRows(rows, { isJson: json, columns: COLUMNS, none: 'There are no organisations.' })
  })
}

type Row = Awaited<ReturnType<typeof listOrganisationStates>>[number]

const COLUMNS: Column<Row>[] = [
  ['label', ({ label }) => label],
  ['name', ({ name }) => name],
  ['status', statusOf],
  ['users', ({ users }) => String(users)],
  ['files', ({ attachment_bytes }) => formatSize(attachment_bytes)],
  ['limit', ({ attachment_quota }) => formatSize(attachment_quota)],
  ['last signed in (UTC)', ({ last_login_at }) => timeText(last_login_at)],
]

function statusOf({ status, removal_at }: Row): string {
  return removal_at === null ? status : `closed, to be deleted on ${removal_at.slice(0, 10)}`
}
