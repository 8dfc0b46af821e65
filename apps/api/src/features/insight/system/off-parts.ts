import { type Env, areMetricsOn } from '#core/env.ts'
import type { SharedWork } from '#support/shared-work.ts'

/** In production: what a real installation should have, or do without knowingly. `results`: of the checks. */
export function offLine(env: Env, results: Record<SharedWork, string>): string | undefined {
  if (env.NODE_ENV !== 'production') return undefined
  const isPlain = env.BACKUP_SCHEDULE !== undefined && env.BACKUP_RECIPIENT === undefined
  const parts: [isOff: boolean, part: string][] = [
    [results.backup === 'off', 'scheduled backups (BACKUP_SCHEDULE)'],
    [isPlain, 'encryption of backups (BACKUP_RECIPIENT)'],
    [results.scanner === 'off', 'virus checks (CLAMAV_URL)'],
    [results.forwarding === 'off', 'forwarding of the audit log (AUDIT_FORWARD)'],
    [env.MAIL === 'off', 'sending of emails (MAIL=off)'],
    [
      env.BREACHED_PASSWORDS_URL === undefined,
      'the check for breached passwords (BREACHED_PASSWORDS_URL)',
    ],
    [!areMetricsOn(env), 'metrics (MONITORING_TOKEN or METRICS_PORT)'],
    [env.SUPPORT_EMAIL === undefined, 'links to support (SUPPORT_EMAIL)'],
  ]
  const off = parts.flatMap(([isOff, part]) => (isOff ? [part] : []))
  return off.length === 0 ? undefined : `Not in use: ${off.join(', ')}.`
}
