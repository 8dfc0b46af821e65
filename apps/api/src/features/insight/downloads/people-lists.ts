import { ROLE_LABELS } from 'contract/labels'
import { auditLabel } from 'contract/audit-labels'
import { auditDetails } from 'contract/audit-details'
import { type DataList, labelled, moment } from './data-list.ts'
import type { Subject } from './subject.queries.ts'
import {
  usersOf,
  sessionsOf,
  identitiesOf,
  auditEventsOf,
  acceptancesOf,
} from './people-rows.queries.ts'

const USER = [
  { key: 'name', header: 'Name', width: 28 },
  { key: 'email', header: 'Email', width: 32 },
]

/** The users, without passwords and secrets. */
export function people(subject: Subject): DataList {
  return {
    name: subject.userId === undefined ? 'people' : 'profile',
    title: subject.userId === undefined ? 'People' : 'Profile',
    about: 'name, email and roles, when the account was created, and the last sign-in',
    columns: [
      ...USER,
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
    rows: () => usersOf(subject),
  }
}

export function acceptances(subject: Subject): DataList {
  return {
    name: 'accepted-terms',
    title: 'Accepted terms',
    about: 'who accepted which version of the terms of use, when, and from which network address',
    columns: [
      ...USER,
      { key: 'version', header: 'Terms version', width: 14 },
      { key: 'addition_version', header: 'Version of the organisation-specific terms', width: 38 },
      { key: 'accepted_at', header: 'Accepted (UTC)', ...moment },
      { key: 'address', header: 'Network address', width: 20 },
    ],
    rows: () => acceptancesOf(subject),
  }
}

export function sessions(subject: Subject): DataList {
  return {
    name: 'sessions',
    title: 'Sessions',
    about: 'when you signed in and out, on which device and from which network address',
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
    rows: () => sessionsOf(subject),
  }
}

export function signInMethods(subject: Subject): DataList {
  return {
    name: 'sign-in-methods',
    title: 'Sign-in methods',
    about: 'the accounts at other providers that you use to sign in',
    columns: [
      { key: 'issuer', header: 'Provider', width: 40 },
      { key: 'subject', header: 'Your ID at the provider', width: 32 },
      { key: 'provider_email', header: 'Your email address at the provider', width: 32 },
      { key: 'created_at', header: 'Added (UTC)', ...moment },
    ],
    rows: () => identitiesOf(subject),
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
    rows: () => auditEventsOf(subject),
  }
}
