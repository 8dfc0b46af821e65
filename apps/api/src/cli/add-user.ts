import { formatList } from 'rules/plural'
import { Email, NewPassword, line } from 'contract/fields'
import type { PasswordOwner } from 'contract/guessable'
import { Role } from 'contract/permissions'
import { hasPlatformRole } from 'contract/roles'
import { z } from 'zod'
import { createBreachCheck } from '#adapters/breached.ts'
import { openThreads } from '#adapters/threads.ts'
import { scopeOf } from '#db/scope.ts'
import type { Env } from '#core/env.ts'
import { StartError } from '#start-error.ts'
import { withTenant } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { hashPassword } from '#features/identity/session/password.ts'
import { weaknessOf } from '#features/identity/session/refuse-weak-password.ts'
import { type NamedTenant, findTenant, withInstallation, readInput } from './open-installation.ts'
import { printDone } from './print-rows.ts'

const NewUser = z.object({
  email: Email,
  name: line(1, 120),
  roles: z.array(Role).min(1),
})

/** Adds a user. Asks for the password after everything else was checked. */
export async function addUser(
  env: Env,
  { tenant: label, ...input }: { email: string; name: string; roles: string[]; tenant: string },
  promptPassword: () => Promise<string>,
  isJson = false,
): Promise<string> {
  const user = readInput(NewUser, input)
  return await withInstallation(env, async (pools) => {
    const tenant = await findTenant(pools, label)
    refuseRoles(user.roles, tenant, env)
    const given = { password: await promptPassword() }
    const { password } = readInput(z.object({ password: NewPassword }), given)
    await refuseWeak(env, password, { ...user, tenant })
    const password_hash = await hashPassword(password)
    const scope = scopeOf(tenant.id)
    await withTenant(pools, tenant.id, async (db) => {
      const created = await db
        .insertInto('users')
        .values({ ...user, tenant_id: tenant.id, password_hash })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!created)
        throw new StartError(
          `User ${user.email} already exists at ${tenant.domain}. Use another email address.`,
        )
      await recordEvent(db, { scope }, 'user.created', {
        subject: `user ${created.id}`,
        details: { roles: user.roles.join(' ') },
      })
    })
    const said = `Added ${user.name} <${user.email}> to ${tenant.domain} as ${formatList(user.roles)}.`
    return printDone(isJson, said, { tenant: tenant.domain, ...user })
  })
}

function refuseRoles(roles: Role[], { kind }: NamedTenant, { PLATFORM_LABEL }: Env) {
  if (kind !== 'platform' && hasPlatformRole(roles))
    throw new StartError(
      `God-admins and auditors can’t belong to an organisation. Use --tenant ${PLATFORM_LABEL}.`,
    )
}

async function refuseWeak(env: Env, password: string, owner: PasswordOwner): Promise<void> {
  const isBreached = createBreachCheck(env.BREACHED_PASSWORDS_URL, (reason) => {
    process.stderr.write(`Waymark could not check the password against known breaches: ${reason}\n`)
  })
  const threads = openThreads()
  const fault = await weaknessOf(password, owner, { threads, isBreached }).finally(threads.close)
  if (fault !== undefined) throw new StartError(fault)
}
