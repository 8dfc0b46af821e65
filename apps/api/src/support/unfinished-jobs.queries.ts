import { sql } from 'kysely'
import type { UnfinishedJob } from 'contract/system'
import type { Db } from '#db/scope.ts'

const MOST = 100

/** All jobs but mails, newest first. The queue's own tables have no row-level security. */
export async function listUnfinishedJobs(db: Db): Promise<UnfinishedJob[]> {
  const { rows } = await sql<UnfinishedJob>`
    select j.id, j.name as kind, json_build_object('id', t.id, 'name', t.name) as tenant,
      case j.state when 'failed' then 'failed' when 'active' then 'running' else 'waiting' end as state,
      j.retry_count as attempts, j.output->>'message' as reason, j.created_on as created_at
    from pgboss.job j join tenants t on t.id = (j.data->>'tenantId')::bigint
    where j.name <> 'mail' and j.state not in ('completed', 'cancelled')
    order by j.created_on desc limit ${MOST}`.execute(db)
  return rows
}

export type JobId = { kind: string; id: number | string }

export async function findJobTenant(db: Db, { kind, id }: JobId): Promise<number | undefined> {
  const { rows } = await sql<{ tenantId: number }>`
    select t.id as "tenantId" from pgboss.job j join tenants t on t.id = (j.data->>'tenantId')::bigint
    where j.name = ${kind} and j.id::text = ${String(id)}`.execute(db)
  return rows[0]?.tenantId
}

/** Runs it as soon as possible, again if it has failed. Returns false for a running job. */
export async function retryJob(db: Db, { kind, id }: JobId): Promise<boolean> {
  const { rows } = await sql`
    update pgboss.job set state = 'retry', start_after = now(), completed_on = null,
      retry_limit = greatest(retry_limit, retry_count + 1), keep_until = greatest(keep_until, now() + interval '1 day')
    where name = ${kind} and id::text = ${String(id)} and state in ('created', 'retry', 'failed')
    returning id`.execute(db)
  return rows.length > 0
}

/** Returns false for a running job. */
export async function discardJob(db: Db, { kind, id }: JobId): Promise<boolean> {
  const { rows } = await sql`
    delete from pgboss.job where name = ${kind} and id::text = ${String(id)} and state in ('created', 'retry', 'failed')
    returning id`.execute(db)
  return rows.length > 0
}

/** Brings the waiting job of a mail forward. Returns false if it has none. */
export async function hurryMail(db: Db, mailId: number): Promise<boolean> {
  const { rows } = await sql`
    update pgboss.job set start_after = now()
    where name = 'mail' and (data->>'id')::bigint = ${mailId} and state in ('created', 'retry', 'active')
    returning id`.execute(db)
  return rows.length > 0
}
