import type pg from 'pg'

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Lets the owner load rows in any order: without foreign keys, forced row security and triggers. Returns what sets all
 * of it back, which also checks every foreign key. The caller's transaction makes it invisible to others.
 */
export async function liftConstraints(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid`,
  )
  const { rows: tables } = await client.query<{ name: string; isForced: boolean }>(
    `select oid::regclass::text as name, relforcerowsecurity as "isForced"
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const each = async <T>(items: T[], statement: (item: T) => string) =>
    void (await client.query(items.map(statement).join(';')))
  const forced = tables.filter(({ isForced }) => isForced)
  await each(keys, ({ table, name }) => `alter table ${table} drop constraint ${name}`)
  await each(forced, ({ name }) => `alter table ${name} no force row level security`)
  await each(tables, ({ name }) => `alter table ${name} disable trigger user`)
  return async () => {
    await each(
      keys,
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    )
    await each(tables, ({ name }) => `alter table ${name} enable trigger user`)
    await each(forced, ({ name }) => `alter table ${name} force row level security`)
  }
}

/** Mails with a link that has ended are of no use. */
const WITH_LINK = '(/register/(request|invite)/|/forgot-password/|[?]confirm=)'

/** Open links end, because a backup contains the mails that they were sent in. Sessions are in no backup. */
export async function endLinks(client: pg.Client): Promise<void> {
  await client.query('delete from one_time_links where signature_hash is null')
  await client.query(
    'update one_time_links set revoked_at = now() where used_at is null and revoked_at is null',
  )
  await failMails(
    client,
    'The link in this email stopped working when the backup was restored.',
    WITH_LINK,
  )
}

/** Mails that are still waiting are not sent. */
export async function failMails(client: pg.Client, reason: string, pattern = ''): Promise<void> {
  await client.query(
    `update mails set status = 'failed', last_error = $1 where status = 'queued' and text ~ $2`,
    [reason, pattern],
  )
}
