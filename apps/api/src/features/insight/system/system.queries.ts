import { sql } from 'kysely'
import type { System, UnsentMail } from 'contract/system'
import { counted, MAX_COUNTED } from 'contract/list'
import type { AllScope, Db, PlatformScope } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import { storedBytes } from '#support/stored-bytes.queries.ts'
import { ApiError } from '#core/errors.ts'
import type { JobData } from '#core/jobs.ts'

type Facts = Pick<System, 'newest_migration' | 'migrated_at' | 'nodes' | 'database_size'>

/** What belongs to no organisation. Runs with the platform's rights. */
export async function getInstallation(db: Db): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select m.name as newest_migration, m.applied_at as migrated_at,
      pg_database_size(current_database())::float8 as database_size,
      (select coalesce(json_agg(json_build_object('name', name, 'version', version, 'started_at', started_at) order by name, started_at), '[]')
       from nodes where seen_at > now() - interval '1 minute') as nodes
    from migrations m order by m.name desc limit 1`.execute(db)
  return only(rows)
}

export async function getWaiting(db: Db, scope: PlatformScope | AllScope) {
  const { rows } = await sql<
    Pick<System, 'attachments_size' | 'downloads_size' | 'scanning' | 'mails'>
  >`
    select ${storedBytes(inScope('f.tenant_id', scope))} as attachments_size,
      (select coalesce(sum(bytes), 0)::float8 from generated_files where ${inScope('tenant_id', scope)}) as downloads_size,
      (select json_build_object('files', count(*), 'since', min(scanning_since)) from attachments
       where ${inScope('tenant_id', scope)} and status = 'scanning' and removed_at is null) as scanning,
      (select json_build_object('queued', count(*) filter (where status = 'queued'), 'failed', count(*) filter (where status = 'failed'))
       from mails where ${inScope('tenant_id', scope)} and status in ('queued', 'failed')) as mails`.execute(
    db,
  )
  return only(rows)
}

type QueueState = { name: string; waiting: number; running: number; failed: number; oldest: number }

/** Jobs that haven't completed. `oldest`: seconds that the oldest one has been due. */
export async function listQueues(db: Db): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select name, count(*) filter (where state in ('created', 'retry')) as waiting,
      count(*) filter (where state = 'active') as running, count(*) filter (where state = 'failed') as failed,
      coalesce(extract(epoch from now() - min(start_after)
        filter (where state in ('created', 'retry') and start_after <= now())), 0)::float8 as oldest
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name`.execute(
    db,
  )
  return rows
}

export async function getDatabaseSize(db: Db): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select pg_database_size(current_database())::float8 as size`.execute(db)
  return only(rows).size
}

type MailFilter = { status?: UnsentMail['status'] | undefined; page: number; limit: number }

export async function listUnsentMails(
  db: Db,
  scope: AllScope,
  { status, page, limit }: MailFilter,
) {
  const found = sql`from mails m join tenants t on t.id = m.tenant_id
    where ${inScope('m.tenant_id', scope)} and m.status in ('queued', 'failed')
      and (${status ?? null}::text is null or m.status = ${status ?? null})`
  const { rows } = await sql<UnsentMail>`
    select m.id, json_build_object('id', t.id, 'name', t.name) as tenant, m.recipient, m.subject, m.status,
      m.attempts, m.last_error as reason, m.created_at
    ${found} order by m.created_at desc, m.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  )
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) from (select ${found} limit ${MAX_COUNTED + 1}) as matches`.execute(db)
  return { rows, ...counted(only(counts).count) }
}

/** The organisation of a mail that waits or has failed. */
export async function findUnsentMail(db: Db, scope: AllScope, id: number) {
  const { rows } = await sql<{ tenantId: number; recipient: string; subject: string }>`
    select tenant_id as "tenantId", recipient, subject from mails
    where ${inScope('tenant_id', scope)} and id = ${id} and status in ('queued', 'failed')`.execute(
    db,
  )
  return rows[0]
}

/** A mail that was sent at the same time stays sent. */
export async function setMailStatus(
  db: Db,
  { tenantId, id }: JobData,
  status: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set(status === 'discarded' ? { status, text: '', html: '' } : { status })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'failed'])
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw sentOrDiscarded()
}

/** On a page from before the email was sent. */
export function sentOrDiscarded() {
  return new ApiError(
    'not-found',
    'This email has already been sent or discarded. Reload the page.',
  )
}

function only<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('A query without a filter returned no row.')
  return row
}
