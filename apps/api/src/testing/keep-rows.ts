import type pg from 'pg'

const WAYS_IN = ['authenticators', 'recovery_codes', 'identities']

/**
 * Remembers people, their ways in, sessions and links as they are now; the result puts them back, so that
 * each rightful call finds the same ground. Attempts are forgotten too.
 */
export async function keepRows(owner: pg.ClientBase): Promise<() => Promise<void>> {
  for (const table of ['users', 'sessions', 'one_time_links', ...WAYS_IN])
    await owner.query(`create temporary table kept_${table} as select * from ${table}`)
  return async () => {
    await owner.query(`update users u set name = k.name, email = k.email, pending_email = k.pending_email,
      organisation_name = k.organisation_name, password_hash = k.password_hash,
      accepted_terms_version = k.accepted_terms_version, last_login_at = k.last_login_at
      from kept_users k where k.id = u.id`)
    await owner.query(
      `update sessions s set revoked_at = k.revoked_at from kept_sessions k where k.id = s.id`,
    )
    await owner.query(`update one_time_links l set used_at = k.used_at, revoked_at = k.revoked_at,
      signature_hash = k.signature_hash, expires_at = k.expires_at from kept_one_time_links k where k.id = l.id`)
    for (const table of WAYS_IN) {
      await owner.query(`delete from ${table}`)
      await owner.query(`insert into ${table} select * from kept_${table}`)
    }
    await owner.query('delete from terms_drafts')
    await owner.query('delete from rate_limits')
  }
}
