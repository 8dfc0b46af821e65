import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { refuseStrongReader, refuseStrongRole } from '#db/role-checks.ts'
import { readTables, readTenantTables } from '#testing/catalogue.ts'
import { copyDatabase } from '#testing/database.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { servingUrl } from '#testing/owner.ts'

const t = await copyDatabase()
const backup = new pg.Pool({
  connectionString: await servingUrl(t.ownerUrl, 'wm_backup'),
  max: 1,
})
afterAll(async () => {
  await backup.end()
  await t.close()
})

test('wm_backup reads every table, the rows of every organisation, sequences and jobs', async () => {
  const tenants = [await aTenant(t.db), await aTenant(t.db)]
  for (const tenant of tenants) await aUser(t.db, { tenant })
  for (const { name } of await readTables(t.owner)) await backup.query(`table ${name} limit 1`)
  const { rows } = await backup.query('select distinct tenant_id as id from users')
  expect(rows).toEqual(expect.arrayContaining(tenants.map(({ id }) => ({ id }))))
  await backup.query('select last_value from ids')
  await backup.query('select name, data from pgboss.job')
})

test('wm_backup writes nothing, even when it makes its transaction writable', async () => {
  const statements = (await readTenantTables(t.owner)).flatMap(({ name }) => [
    `insert into ${name} default values`,
    `update ${name} set tenant_id = tenant_id`,
    `delete from ${name}`,
    `truncate ${name}`,
  ])
  // One round trip. It fails at the first statement that isn't denied.
  await backup.query(`begin read write; do $$
    declare
      statement text;
    begin
      foreach statement in array array[${statements.map((text) => pg.escapeLiteral(text)).join(', ')}] loop
        begin
          execute statement;
          raise exception 'not denied: %', statement;
        exception when insufficient_privilege then
          null;
        end;
      end loop;
    end $$; rollback`)
  await expect(backup.query(`select nextval('ids')`)).rejects.toMatchObject({ code: '42501' })
})

test('a backup process accepts its role, and the server accepts it as no other', async () => {
  await refuseStrongReader(backup)
  await expect(refuseStrongRole(backup)).rejects.toThrow('can bypass row-level security')
})
