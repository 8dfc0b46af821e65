import { scopeOf } from '#db/scope.ts'
import type { Env } from '#core/env.ts'
import { withPeople } from '#features/identity/with-people.ts'
import { changeStatus } from '#features/organisations/tenants/change-status.ts'
import { commandSender } from './command-sender.ts'
import { findTenant, withInstallation } from './open-installation.ts'
import { printDone } from './print-rows.ts'

/** Closes an organisation for its users, or opens it again. */
export async function statusCommand(
  env: Env,
  label: string,
  { isSuspended, json }: { isSuspended: boolean; json: boolean },
): Promise<string> {
  return await withInstallation(env, async (pools) => {
    const { id, name, domain } = await findTenant(pools, label)
    await withPeople(pools, id, (db) =>
      changeStatus(db, commandSender(env), scopeOf(id), isSuspended),
    )
    const said = isSuspended
      ? `${name} is suspended. Its users can’t sign in until you run npm run tenant -- resume ${domain}.`
      : `${name} is active. Its users can sign in.`
    return printDone(json, said, { label: domain, status: isSuspended ? 'suspended' : 'active' })
  })
}
