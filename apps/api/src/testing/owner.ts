import pg from 'pg'
import { databaseOf } from '#db/driver.ts'
import { readPasswords, type ServingRole } from '#db/role-passwords.ts'
import { roleUrl } from '#db/roles.ts'

/** The database as its owner, without row-level security: for fixtures and checks only. */
export async function openAsOwner(url: string) {
  const owner = new pg.Client({ connectionString: url, pipeline: true })
  await owner.connect()
  return { owner, db: databaseOf(owner), close: () => owner.end() }
}

/** The database as a serving role. */
export async function servingUrl(url: string, role: `wm_${ServingRole}`) {
  const passwords = await readPasswords(url)
  return roleUrl(url, role, passwords[role.slice('wm_'.length) as ServingRole])
}

/** An empty database uses the roles of another one on this server, so it needs their passwords. */
export async function shareRoles(from: string, to: string): Promise<void> {
  const passwords = JSON.stringify(await readPasswords(from))
  const { owner, close } = await openAsOwner(to)
  await owner.query(
    `create schema roles authorization wm_owner; set role wm_owner;
    create table roles.passwords as select * from json_each_text('${passwords}') as p (role, password);
    alter table roles.passwords add primary key (role)`,
  )
  await close()
}
