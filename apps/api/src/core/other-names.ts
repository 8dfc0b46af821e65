export const OUR_NAME = 'WAYMARK_'

const PLACE = '(URL|URI|HOST|SERVER|ADDRESS|ENDPOINT|TARGET|SOCKET)'

const PERSON = '(USER|USERNAME|LOGIN|PASS|PASSWORD)'

const FOLDER = '(DIR|FOLDER|PATH|ROOT|LOCATION|DIRECTORY)'

/** What else operators call our settings, with or without `WAYMARK_` before it. */
const OTHER_NAMES: [names: RegExp, right: string][] = [
  [/^BACKUPS?(_(CRON|AT|HOUR|TIME|TIMES|INTERVAL|EVERY|ENABLED))?$/, 'BACKUP_SCHEDULE'],
  [
    /^BACKUPS?_(DIR|DIRECTORY|FOLDER|PATH|LOCATION|TO|DESTINATION|STORE|BUCKET|S3|URL)$/,
    'BACKUP_TARGET',
  ],
  [/^(BACKUPS?_S3_(BUCKET|PATH|URL|PREFIX)|BACKUPS?DIR)$/, 'BACKUP_TARGET'],
  [/^(SCHEDULED|NIGHTLY|DAILY)_BACKUPS?$/, 'BACKUP_SCHEDULE'],
  [/^BACKUPS?_(RETENTION|COUNT|MAX|NUMBER|DAYS|KEEP_DAYS|MAX_AGE|AGE_DAYS)$/, 'BACKUP_KEEP'],
  [/^BACKUPS?_(KEY|PUBLIC_KEY|AGE|AGE_KEY|AGE_RECIPIENT|ENCRYPTION_KEY)$/, 'BACKUP_RECIPIENT'],
  [new RegExp(`^(AUDIT_|LOG_)?(SYSLOG|SIEM)(_${PLACE})?$`), 'AUDIT_FORWARD'],
  [/^(FORWARD_AUDIT|AUDIT_LOG)(_(URL|FORWARD|TARGET))?$/, 'AUDIT_FORWARD'],
  [/^(SYSLOG|SIEM)_TOKEN$/, 'AUDIT_FORWARD_TOKEN'],
  [/^BACKUPS?_(SECRET|PASSWORD|PASSPHRASE)$/, 'BACKUP_RECIPIENT'],
  [
    new RegExp(`^(CLAM|CLAMD|ANTIVIRUS|VIRUS_SCAN|VIRUS_SCANNER|SCANNER)(_${PLACE})?$`),
    'CLAMAV_URL',
  ],
  [
    /^(DB|DATABASE|PG|POSTGRES|POSTGRESQL)_(URL|URI|DSN|CONNECTION|CONNECTION_STRING)$/,
    'DATABASE_URL',
  ],
  [new RegExp(`^DATABASE_(HOST|HOSTNAME|SERVER|NAME|${PERSON})(_FILE)?$`), 'DATABASE_URL'],
  [/^DATABASE_(TIMEOUT|WAIT_SECONDS)$/, 'DATABASE_WAIT'],
  [new RegExp(`^DATA_${FOLDER}$`), 'DATA_DIR'],
  [new RegExp(`^WEB_${FOLDER}$`), 'WEB_DIST'],
  [/^PUBLIC_(URI|HOST|ADDRESS|ORIGIN|SITE)$/, 'PUBLIC_URL'],
  [/^PUBLIC_DOMAIN$/, 'BASE_DOMAIN'],
  [/^PRODUCTION_(URI|HOST|ADDRESS|ORIGIN|SITE)$/, 'PRODUCTION_URL'],
  [/^TRUSTED_(PROVIDERS?|IDPS?)(_(IPS?|HOSTS?|ADDRESSES|CIDRS?))?$/, 'TRUSTED_PROVIDER_NETWORKS'],
  [/^TRUSTED_(IPS?|CIDRS?|PROXY_NETWORKS?)$/, 'TRUSTED_PROXIES'],
  [/^TRUST(ED)?PROX(Y|IES)$/, 'TRUSTED_PROXIES'],
  [/^(PROVIDER|SSO|IDP|TRUSTED_SSO|TRUSTED_IDP)_NETWORKS?$/, 'TRUSTED_PROVIDER_NETWORKS'],
  [/^(HIBP|HAVEIBEENPWNED|PWNED|PWNED_PASSWORDS)_(URL|API|API_URL)$/, 'BREACHED_PASSWORDS_URL'],
  [new RegExp(`^SALESFORCE_(LOGIN_|BASE_|INSTANCE_)?(DOMAIN|${PLACE})$`), 'SALESFORCE_ISSUER'],
  [/^SALESFORCE_(SESSION_)?(TIMEOUT|SECONDS|TTL|LIFETIME)$/, 'SALESFORCE_TOKEN_SECONDS'],
  [/^SALESFORCE_(KEYS?|JWK)_(URL|URI)$/, 'SALESFORCE_JWKS_URL'],
  [/^SALESFORCE_CALLBACK(_(URL|URI|ADDRESS))?$/, 'SALESFORCE_CENTRAL_CALLBACK'],
  [new RegExp(`^S3_${PLACE}$`), 'S3_ENDPOINT'],
  [/^S3_(USER|USERNAME)$/, 'S3_ACCESS_KEY_ID'],
  [/^S3_(PASS|PASSWORD)$/, 'S3_SECRET_ACCESS_KEY'],
  [/^DEMO_(MODE|ENABLED|DATA)$/, 'DEMO'],
  [/^(EMAIL|MAIL|MAILER)_(URL|HOST|SERVER|SMTP|SMTP_URL|SMTP_HOST)$/, 'SMTP_URL'],
  [new RegExp(`^(EMAIL|MAIL|MAILER)_((HOST|SMTP)_)?${PERSON}(_FILE)?$`), 'SMTP_URL'],
  [/^(EMAIL|MAILER|SMTP)_(FROM|SENDER)$/, 'MAIL_FROM'],
  [/^(METRICS?|PROMETHEUS)_(TOKEN|SECRET|KEY)$/, 'MONITORING_TOKEN'],
  [/^(MONITORING|PROMETHEUS)_PORT$/, 'METRICS_PORT'],
  [/^OT(EL|LP)(_OTLP|_EXPORTER)?_ENDPOINT$/, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [/^STAGING_(BANNER|LABEL|SITE)$/, 'STAGING'],
]

/** What operators call our settings by our name and what the value is. Without our name they say nothing. */
const OUR_NAMES: [names: RegExp, right: string][] = [
  [/^(KEY|APP_KEY|APP_SECRET|SECRET_KEY)$/, 'WAYMARK_SECRET'],
  [/^(URL|URI|ADDRESS|ORIGIN|SITE|PUBLIC|BASE_URL|SITE_URL)$/, 'PUBLIC_URL'],
  [/^DOMAIN$/, 'BASE_DOMAIN'],
  [/^(DB|DATABASE|PG|POSTGRES|POSTGRESQL)$/, 'DATABASE_URL'],
  [/^(DATA|FILES|FOLDER|DIR|HOME)$/, 'DATA_DIR'],
  [/^LOG$/, 'LOG_LEVEL'],
  [/^(ENV|ENVIRONMENT)$/, 'NODE_ENV'],
  [/^PROX(Y|IES)$/, 'TRUSTED_PROXIES'],
  [/^(S3|BUCKET)$/, 'S3_BUCKET'],
  [/^SMTP$/, 'SMTP_URL'],
  [/^SMTP_(PASS|PASSWORD|USER|USERNAME)$/, 'SMTP_URL'],
  [/^(DB|DATABASE|PG|POSTGRES)_PASSWORD$/, 'DATABASE_URL'],
  [/^(CLAMAV|CLAMD|ANTIVIRUS)$/, 'CLAMAV_URL'],
  [/^METRICS$/, 'METRICS_PORT'],
  [/^TRUSTED_PROXY$/, 'TRUSTED_PROXIES'],
  [/^SECRET_(PATH|DIR|LOCATION)$/, 'WAYMARK_SECRET_FILE'],
  [/^(OLD_SECRET|SECRET_OLD|PREVIOUS_SECRET|SECRET_BEFORE)$/, 'WAYMARK_SECRET_PREVIOUS'],
  [/^(NEW_SECRET|SECRET_NEW|NEXT_SECRET)$/, 'WAYMARK_SECRET_NEXT'],
]

/** What begins like ours and isn't: of other programs, or a private key, which no setting of ours takes. */
const NOT_OURS =
  /^(BACKUPS?_(AGE_)?(IDENTITY|PRIVATE_KEY)(_FILE)?|S3_(KMS|SSE|CA)_KEY|S3_(SESSION_TOKEN|FORCE_PATH_STYLE|NAME)|SMTP_NAME|CLAMAV_NO_\w+|MAIL_(MAILER|DRIVER|ENCRYPTION)|SALESFORCE_(TOKEN|REDIRECT_URI|SCOPES?))$/

export function isOfOthers(given: string): boolean {
  return NOT_OURS.test(withoutOurName(given))
}

export function withoutOurName(given: string): string {
  return given
    .toUpperCase()
    .replaceAll('-', '_')
    .replace(new RegExp(`^${OUR_NAME}`), '')
}

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
  if (isOfOthers(own)) return undefined
  const bare = withoutOurName(own)
  const synonyms = bare === own ? OTHER_NAMES : [...OUR_NAMES, ...OTHER_NAMES]
  const synonym = synonyms.find(([pattern]) => pattern.test(bare))?.[1]
  if (synonym !== undefined) return synonym
  const switched = names.find((name) => name === switchOf(bare))
  if (switched !== undefined) return switched
  const start = names.find((name) => FEATURE.test(own) && name.startsWith(`${own}_`))
  if (start !== undefined) return start
  return names.find(
    (name) =>
      own.includes('_') &&
      name === `${firstWordOf(name)}_${own}` &&
      names.some((other) => firstWordOf(other) === firstWordOf(name) && isSet(other)),
  )
}

/** What a name says to turn on or off. Other programs have hosts and ports, too. */
function switchOf(bare: string): string | undefined {
  const what = bare
    .replace(/^(ENABLE|DISABLE|USE|IS|NO)_/, '')
    .replace(/_(ENABLED|DISABLED|MODE|ON|OFF|ACTIVE)$/, '')
  return what === bare || /^(HOST|PORT)$/.test(what) ? undefined : what
}

/** First words of ours that alone name a part of Waymark. */
const FEATURE = /^(CLAMAV|S3|SALESFORCE|SMTP)$/

function firstWordOf(name: string): string {
  return name.split('_')[0] ?? ''
}
