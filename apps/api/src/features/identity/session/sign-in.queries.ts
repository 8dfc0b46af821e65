import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import type { Pools } from '#db/pools.ts'
import { type CountedRow, type Counter, countersOf, keyOf } from '#db/rate-limits.ts'
import type { UserForSignIn } from '#features/identity/users.queries.ts'
import { SESSION_DAYS, TOKEN_HOURS } from '#features/identity/sessions.queries.ts'

type Asked = { email: string; issuer: string | undefined; counters: readonly Counter[] }
/** How often each counter has counted, up to the first that had too many; nobody with this address: the rest is null. */
type Begun = { counted: CountedRow[]; session_id: number } & (UserForSignIn | { id: null })

/** Counts the attempt, finds whom the address belongs to and draws a session's number, in one round trip. */
export async function beginSignIn(
  { app }: Pools,
  secret: string,
  { tenantId }: Scope,
  { email, issuer = '', counters }: Asked,
) {
  const { rows } = await app.query<Begun>({
    name: 'begin-sign-in',
    // Taking the tenant from the setting's value makes the setting come first.
    text: `select found.*, nextval('ids') as session_id,
        (select json_agg(each) from count_attempts($4, $5, $6) each) as counted
      from (select set_config('app.tenant_id', $1, true)::bigint as tenant) bound
      left join lateral user_for_sign_in(bound.tenant, $2, $3) found on true`,
    values: [String(tenantId), email.toLowerCase(), issuer, ...countersOf(secret, counters)],
  })
  const [begun] = rows
  if (!begun) throw new Error('There is always an answer.')
  const { counted, session_id: sessionId, ...user } = begun
  return { counted, sessionId, user: user.id === null ? undefined : user }
}

export type NewSession = {
  sessionId: number
  userId: number
  device: string
  way: { method: 'password' | 'sso'; second_step?: 'app' | 'recovery code' }
  tokenHash: Buffer
  requestId: string
}

export async function drawSessionId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('ids') as id`.execute(db)
  return rows[0]?.id ?? 0
}

/** A session with its first refresh token; the person has signed in just now, and the audit log says so. */
export async function insertSession(db: Db, scope: Scope, session: NewSession): Promise<void> {
  await sql`select start_session(${sql.join(argumentsOf(scope, session))})`.execute(db)
}

/** Whose password was compared, and with what. */
export type Proven = Pick<UserForSignIn, 'id' | 'password_hash'>

/** Whether that is their password yet, and they may sign in; it stays so until the transaction ends. */
export async function isStillProven(
  db: Db,
  { tenantId }: Scope,
  { id, password_hash }: Proven,
): Promise<boolean> {
  const { rows } = await sql<{
    is_proven: boolean
  }>`select is_still_proven(${tenantId}, ${id}, ${password_hash}) as is_proven`.execute(db)
  return rows[0]?.is_proven === true
}

/**
 * A session in a transaction of its own, with one round trip, the attempts forgiven; false where two-step sign-in is
 * on, or the password is another by now.
 */
export async function finishSignIn(
  { app }: Pools,
  secret: string,
  scope: Scope,
  session: NewSession,
  { password_hash: proven }: Proven,
  [forgotten, givenBack]: readonly [forgotten: Counter, givenBack: Counter],
): Promise<boolean> {
  const { rows } = await app.query<{ is_done: boolean }>({
    name: 'finish-sign-in',
    text: `select finish_sign_in(bound.tenant, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as is_done
      from (select set_config('app.tenant_id', $1, true)::bigint as tenant) bound`,
    values: [
      ...argumentsOf(scope, session),
      proven,
      keyOf(secret, forgotten),
      keyOf(secret, givenBack),
    ],
  })
  return rows[0]?.is_done === true
}

function argumentsOf({ tenantId }: Scope, session: NewSession) {
  const { sessionId, userId, device, way, tokenHash, requestId } = session
  const whole = JSON.stringify(way)
  return [
    tenantId,
    sessionId,
    userId,
    device,
    whole,
    SESSION_DAYS,
    tokenHash,
    TOKEN_HOURS,
    requestId,
  ]
}
