import { ROLE_LABELS } from 'contract/labels'
import { auditLabel } from 'contract/audit-labels'
import { auditDetails } from 'contract/audit-details'
import { sql } from 'kysely'
import { type DataList, type Subject, byId, isOwn, labelled, moment } from './data-list.ts'

const PERSON = [
  { key: 'name', header: 'Name', width: 28 },
  { key: 'email', header: 'Email', width: 32 },
]

/** The users, without passwords and secrets. */
export function people(subject: Subject): DataList {
  const { scope } = subject
  return {
    name: subject.userId === undefined ? 'people' : 'profile',
    title: subject.userId === undefined ? 'People' : 'Profile',
    about: 'name, email, roles and when the account was used',
    columns: [
      ...PERSON,
      { key: 'roles', header: 'Roles', width: 16, ...labelled(ROLE_LABELS) },
      { key: 'organisation_name', header: 'Organisation', width: 28 },
      { key: 'is_active', header: 'Active', width: 10 },
      { key: 'has_two_step_verification', header: 'Two-step verification', width: 20 },
      { key: 'accepted_terms_version', header: 'Accepted terms version', width: 22 },
      { key: 'created_at', header: 'Created (UTC)', ...moment },
      { key: 'last_login_at', header: 'Last signed in (UTC)', ...moment },
      { key: 'removed_at', header: 'Removed (UTC)', ...moment },
      { key: 'id', header: 'ID', width: 16 },
    ],
    rows: () =>
      byId(
        subject,
        (after) => sql`select u.id, u.name, u.email, u.pending_email, u.roles, u.organisation_name,
          u.is_active, exists (select from authenticators a where a.tenant_id = u.tenant_id and a.user_id = u.id
            and a.confirmed_at is not null) as has_two_step_verification,
          u.accepted_terms_version, u.moves_on, u.salesforce_id, u.created_at, u.last_login_at, u.removed_at
        from users u where u.tenant_id = ${scope.tenantId} and u.id > ${after} and ${isOwn(sql`u.id`, subject)}`,
      ),
  }
}

export function acceptances(subject: Subject): DataList {
  const { scope } = subject
  return {
    name: 'accepted-terms',
    title: 'Accepted terms',
    about: 'who accepted which version of the terms of use, when, and from which network address',
    columns: [
      ...PERSON,
      { key: 'version', header: 'Terms version', width: 14 },
      { key: 'addition_version', header: 'Version of the organisation’s terms', width: 32 },
      { key: 'accepted_at', header: 'Accepted (UTC)', ...moment },
      { key: 'address', header: 'Network address', width: 20 },
    ],
    // A user accepts few versions, so that they don't need pages of their own.
    rows: async function* () {
      for await (const { id, name, email } of people(subject).rows()) {
        const { rows } = await subject.read((db) =>
          sql<{ version: number }>`select t.version, a.addition_version, a.accepted_at, a.address
            from terms_acceptances a join terms t on t.id = a.terms_id
            where a.tenant_id = ${scope.tenantId} and a.user_id = ${id} order by t.version`.execute(
            db,
          ),
        )
        for (const row of rows)
          yield { user_id: id ?? null, name: name ?? null, email: email ?? null, ...row }
      }
    },
  }
}

export function sessions(subject: Subject): DataList {
  return {
    name: 'sessions',
    title: 'Sessions',
    about: 'where you signed in, from which network address, and until when',
    columns: [
      { key: 'device', header: 'Device', width: 32 },
      { key: 'address', header: 'Network address', width: 20 },
      {
        key: 'method',
        header: 'Method',
        width: 16,
        ...labelled({ password: 'Password', sso: 'Single sign-on' }),
      },
      { key: 'created_at', header: 'Signed in (UTC)', ...moment },
      { key: 'last_used_at', header: 'Last used (UTC)', ...moment },
      { key: 'expires_at', header: 'Expires (UTC)', ...moment },
      { key: 'revoked_at', header: 'Signed out (UTC)', ...moment },
    ],
    rows: () =>
      byId(
        subject,
        (
          after,
        ) => sql`select id, device, host(address) as address, method, created_at, last_used_at, expires_at, revoked_at from sessions
        where tenant_id = ${subject.scope.tenantId} and id > ${after} and ${isOwn(sql`user_id`, subject)}`,
      ),
  }
}

export function signInMethods(subject: Subject): DataList {
  return {
    name: 'sign-in-methods',
    title: 'Sign-in methods',
    about: 'the accounts at other providers with which you sign in',
    columns: [
      { key: 'issuer', header: 'Provider', width: 40 },
      { key: 'subject', header: 'Your ID there', width: 32 },
      { key: 'created_at', header: 'Added (UTC)', ...moment },
    ],
    rows: () =>
      byId(
        subject,
        (after) => sql`select id, issuer, subject, created_at from identities
        where tenant_id = ${subject.scope.tenantId} and id > ${after} and ${isOwn(sql`user_id`, subject)}`,
      ),
  }
}

/** Without the addresses of the platform’s users, which admins don’t see in the audit log either. */
export function auditLog(subject: Subject): DataList {
  return {
    name: 'audit-log',
    title: 'Audit log',
    about: 'who did what and when, from which network address and browser',
    columns: [
      { key: 'at', header: 'Date (UTC)', ...moment },
      { key: 'action', header: 'Action', width: 36, show: auditLabel },
      { key: 'event', header: 'Event', width: 28 },
      { key: 'done_by', header: 'Done by', width: 28 },
      { key: 'subject', header: 'Item', width: 24 },
      {
        key: 'details',
        header: 'Details',
        width: 48,
        show: (details: Record<string, unknown>) =>
          auditDetails(details)
            .map(([name, text]) => `${name}: ${text}`)
            .join('; '),
      },
      { key: 'address', header: 'Network address', width: 20 },
      { key: 'browser', header: 'Browser', width: 24 },
      { key: 'request_id', header: 'Request ID', width: 20 },
    ],
    rows: () =>
      byId(
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
      ),
  }
}
