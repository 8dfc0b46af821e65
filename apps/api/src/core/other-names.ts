const PLACE = '(URL|URI|HOST|SERVER|ADDRESS|ENDPOINT|TARGET)'

/** What else operators call our settings, with or without `WAYMARK_` before it. */
const OTHER_NAMES: [names: RegExp, right: string][] = [
  [/^BACKUPS?(_(CRON|TIME|TIMES|INTERVAL|EVERY|ENABLED))?$/, 'BACKUP_SCHEDULE'],
  [/^BACKUPS?_(DIR|DIRECTORY|FOLDER|PATH|LOCATION|DESTINATION|STORE|BUCKET|URL)$/, 'BACKUP_TARGET'],
  [/^BACKUPS?_(RETENTION|COUNT|MAX|NUMBER|DAYS|KEEP_DAYS)$/, 'BACKUP_KEEP'],
  [/^BACKUPS?_(KEY|PUBLIC_KEY|AGE|AGE_KEY|AGE_RECIPIENT|ENCRYPTION_KEY)$/, 'BACKUP_RECIPIENT'],
  [new RegExp(`^(AUDIT_|LOG_)?(SYSLOG|SIEM)(_${PLACE})?$`), 'AUDIT_FORWARD'],
  [/^(FORWARD_AUDIT|AUDIT_LOG)(_(URL|FORWARD|TARGET))?$/, 'AUDIT_FORWARD'],
  [/^(SYSLOG|SIEM)_TOKEN$/, 'AUDIT_FORWARD_TOKEN'],
  [new RegExp(`^(CLAM|CLAMD|ANTIVIRUS|VIRUS_SCANNER|SCANNER)(_${PLACE})?$`), 'CLAMAV_URL'],
  [/^(DB|PG|POSTGRES|POSTGRESQL)_(URL|URI|DSN)$/, 'DATABASE_URL'],
  [/^(EMAIL|MAIL|MAILER)_(URL|HOST|SERVER)$/, 'SMTP_URL'],
  [/^(EMAIL|MAILER|SMTP)_(FROM|SENDER)$/, 'MAIL_FROM'],
  [/^(METRICS|PROMETHEUS)_TOKEN$/, 'MONITORING_TOKEN'],
  [/^(MONITORING|PROMETHEUS)_PORT$/, 'METRICS_PORT'],
]

/**
 * A setting that this name means by another word, is only the start of (SMTP), or leaves the first word out of while
 * others of that start are set (CLIENT_ID beside SALESFORCE_ISSUER).
 */
export function otherNameOf(
  given: string,
  isSet: (name: string) => boolean,
  names: readonly string[],
): string | undefined {
  const own = given.toUpperCase().replaceAll('-', '_')
  const bare = own.replace(/^WAYMARK_/, '')
  const synonym = OTHER_NAMES.find(([pattern]) => pattern.test(bare))?.[1]
  if (synonym !== undefined) return synonym
  const start = names.find((name) => FEATURE.test(own) && name.startsWith(`${own}_`))
  if (start !== undefined) return start
  return names.find(
    (name) =>
      own.includes('_') &&
      name === `${firstWordOf(name)}_${own}` &&
      names.some((other) => firstWordOf(other) === firstWordOf(name) && isSet(other)),
  )
}

/** First words of ours that alone name a part of Waymark. */
const FEATURE = /^(CLAMAV|S3|SALESFORCE|SMTP)$/

function firstWordOf(name: string): string {
  return name.split('_')[0] ?? ''
}
