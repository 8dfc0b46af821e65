import { sql } from 'kysely'
import { hasTwoStep } from '#features/identity/two-step.queries.ts'
import { type RowWithId, type Subject, byId, isOwn } from './subject.queries.ts'

type User = { id: number; name: string; email: string }

export function usersOf(subject: Subject) {
  return byId<User>(
    subject,
    (after) => sql`select u.id, u.name, u.email, u.pending_email, u.roles, u.organisation_name,
          u.is_active, ${hasTwoStep()} as has_two_step_verification,
          u.accepted_terms_version, u.moves_on, u.hides_start, u.muted_mails, u.salesforce_id, u.created_at, u.last_login_at, u.removed_at
        from users u where u.tenant_id = ${subject.scope.tenantId} and u.id > ${after} and ${isOwn(sql`u.id`, subject)}`,
  )
}

export function sessionsOf(subject: Subject) {
  return byId<RowWithId>(
    subject,
    (
      after,
    ) => sql`select id, device, host(address) as address, method, created_at, last_used_at, expires_at, revoked_at from sessions
        where tenant_id = ${subject.scope.tenantId} and id > ${after} and ${isOwn(sql`user_id`, subject)}`,
  )
}

export function identitiesOf(subject: Subject) {
  return byId<RowWithId>(
    subject,
    (after) => sql`select id, issuer, subject, provider_email, created_at from identities
        where tenant_id = ${subject.scope.tenantId} and id > ${after} and ${isOwn(sql`user_id`, subject)}`,
  )
}

export function auditEventsOf(subject: Subject) {
  return byId<RowWithId>(
    subject,
    (
      after,
    ) => sql`select e.id, e.at, e.action, e.action as event, e.actor_id, u.name as done_by, e.subject,
          e.details, e.request_id,
          case when e.actor_id is null or u.id is not null then host(c.address) end as address,
          case when e.actor_id is null or u.id is not null then c.browser end as browser
        from audit_events e
        left join users u on u.tenant_id = e.tenant_id and u.id = e.actor_id
        left join audit_clients c on c.tenant_id = e.tenant_id and c.event_id = e.id
        where e.tenant_id = ${subject.scope.tenantId} and e.id > ${after}`,
  )
}

// A user accepts few versions, so that they don't need pages of their own.
export async function* acceptancesOf(subject: Subject) {
  for await (const { id, name, email } of usersOf(subject)) {
    const { rows } = await subject.read((db) =>
      sql<{ version: number }>`select t.version, a.addition_version, a.accepted_at, a.address
        from terms_acceptances a join terms t on t.id = a.terms_id
        where a.tenant_id = ${subject.scope.tenantId} and a.user_id = ${id} order by t.version`.execute(
        db,
      ),
    )
    for (const row of rows) yield { user_id: id, name, email, ...row }
  }
}
