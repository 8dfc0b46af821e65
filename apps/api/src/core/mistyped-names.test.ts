import { expect, test } from 'vitest'
import { secretNames, variableNames } from '#read-env.ts'
import { mistypedNames } from './mistyped-names.ts'
import { fileNameOf } from './secret-files.ts'

const names = [...variableNames, ...secretNames.map(fileNameOf)]

const found = (...given: string[]) =>
  mistypedNames(Object.fromEntries(given.map((name) => [name, 'x'])), names)

test.each([
  ['a missing letter', 'BACKUP_SCHEDUL', 'BACKUP_SCHEDULE'],
  ['swapped letters', 'CLAMAV_ULR', 'CLAMAV_URL'],
  ['swapped letters of a short name', 'PROT', 'PORT'],
  ['a wrong letter', 'SMTP_URI', 'SMTP_URL'],
  ['one letter too many', 'WAYMARK_SECRETS', 'WAYMARK_SECRET'],
  ['two mistakes', 'AUDT_FOWARD', 'AUDIT_FORWARD'],
  ['the name of the scanner’s program', 'CLAMD_URL', 'CLAMAV_URL'],
  ['one thing instead of several', 'TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['another form of a word in one word', 'TRUSTPROXY', 'TRUSTED_PROXIES'],
  ['no underscore', 'BACKUPSCHEDULE', 'BACKUP_SCHEDULE'],
  ['an underscore too few', 'WAYMARK_SECRETPREVIOUS', 'WAYMARK_SECRET_PREVIOUS'],
  ['an underscore in another place', 'SALES_FORCE_JWKSURL', 'SALESFORCE_JWKS_URL'],
  ['a word that is longer than ours', 'DATA_DIRECTORY', 'DATA_DIR'],
  ['an underscore too few for a file', 'WAYMARK_SECRETFILE', 'WAYMARK_SECRET_FILE'],
  ['an underscore too few and a mistake', 'WAYMARK_SECRETPREVIUOS', 'WAYMARK_SECRET_PREVIOUS'],
  ['no underscore and a mistake', 'BACKUPSCHEDUL', 'BACKUP_SCHEDULE'],
  ['a hyphen', 'BACKUP-SCHEDULE', 'BACKUP_SCHEDULE'],
  ['small letters', 'backup_schedule', 'BACKUP_SCHEDULE'],
  ['a shortened word', 'SALESFORCE_ORGS', 'SALESFORCE_ORGANISATIONS'],
  ['a missing word', 'S3_SECRET_KEY', 'S3_SECRET_ACCESS_KEY'],
  ['two missing words', 'S3_SECRET', 'S3_SECRET_ACCESS_KEY'],
  ['a missing word on each side', 'S3_KEY', 'S3_ACCESS_KEY_ID'],
  ['a missing end', 'WAYMARK_SECRET_PREV', 'WAYMARK_SECRET_PREVIOUS'],
  ['our name before it', 'WAYMARK_PUBLIC_URL', 'PUBLIC_URL'],
  ['our name before it and an underscore too few', 'WAYMARK_PUBLICURL', 'PUBLIC_URL'],
  ['our name before a single word', 'WAYMARK_STAGING', 'STAGING'],
  ['a word more', 'S3_BUCKET_NAME', 'S3_BUCKET'],
  ['a word more that other programs have', 'AUDIT_FORWARD_URL', 'AUDIT_FORWARD'],
  ['another word more', 'AUDIT_FORWARD_TO', 'AUDIT_FORWARD'],
  ['a file instead of a value', 'CLAMAV_URL_FILE', 'CLAMAV_URL'],
  ['a word more after a common word', 'BASE_DOMAIN_FILE', 'BASE_DOMAIN'],
  ['a mistake in the name of a file', 'SMTP_URL_FIEL', 'SMTP_URL_FILE'],
  ['a word more in between', 'SMTP_SERVER_URL', 'SMTP_URL'],
  ['a word more and a mistake', 'BACKUP_SCHEDUL_CRON', 'BACKUP_SCHEDULE'],
  ['a part of the value', 'SMTP_HOST', 'SMTP_URL'],
  ['only its start', 'S3_PREFIX', 'S3_REGION'],
  ['another word', 'BACKUP_DIR', 'BACKUP_TARGET'],
  ['where it goes', 'BACKUP_TO', 'BACKUP_TARGET'],
  ['one word of two and another', 'SALESFORCE_CALLBACK_URL', 'SALESFORCE_CENTRAL_CALLBACK'],
  ['only a part of Waymark', 'BACKUPS', 'BACKUP_SCHEDULE'],
  ['only its first word', 'SMTP', 'SMTP_URL'],
  ['what the value is', 'SYSLOG_URL', 'AUDIT_FORWARD'],
  ['our name before what the value is', 'WAYMARK_SYSLOG', 'AUDIT_FORWARD'],
  ['a word that means the same', 'BACKUP_RETENTION', 'BACKUP_KEEP'],
  ['what ours is for', 'ANTIVIRUS_URL', 'CLAMAV_URL'],
  ['the database’s own name', 'POSTGRES_URL', 'DATABASE_URL'],
  ['the mail instead of its protocol', 'MAIL_SERVER', 'SMTP_URL'],
  ['the protocol instead of the mail', 'SMTP_FROM', 'MAIL_FROM'],
  ['the first word of its neighbour', 'METRICS_TOKEN', 'MONITORING_TOKEN'],
  ['our name before a secret of another part', 'WAYMARK_S3_SECRET', 'S3_SECRET_ACCESS_KEY'],
  ['our name before the password of the mail', 'WAYMARK_SMTP_PASSWORD', 'SMTP_URL'],
  ['our name before that of the database', 'WAYMARK_DB_PASSWORD', 'DATABASE_URL'],
  ['a path instead of a file', 'WAYMARK_SECRET_PATH', 'WAYMARK_SECRET_FILE'],
  ['our name before a part', 'WAYMARK_CLAMAV', 'CLAMAV_URL'],
  ['another ending', 'S3_SECRET_KEY_ID', 'S3_ACCESS_KEY_ID'],
  ['a swap in a long name', 'SALESFORCE_CLEINT_ID', 'SALESFORCE_CLIENT_ID'],
  ['the start of two of ours', 'TRUSTED_PROVIDERS', 'TRUSTED_PROVIDER_NETWORKS'],
  ['another thing that is trusted', 'TRUSTED_IPS', 'TRUSTED_PROXIES'],
  ['our name before what it is', 'WAYMARK_URL', 'PUBLIC_URL'],
  ['our name before a short word', 'WAYMARK_DB', 'DATABASE_URL'],
  ['our name before a folder', 'WAYMARK_DATA', 'DATA_DIR'],
  ['our name before the end of ours', 'WAYMARK_DOMAIN', 'BASE_DOMAIN'],
  ['our name before a part of Waymark', 'WAYMARK_SMTP', 'SMTP_URL'],
  ['our name and another word for secret', 'WAYMARK_KEY', 'WAYMARK_SECRET'],
  ['another word for previous', 'WAYMARK_SECRET_OLD', 'WAYMARK_SECRET_PREVIOUS'],
  ['a letter too few in a secret', 'WAYMARK_SCRET', 'WAYMARK_SECRET'],
  ['an address instead of the issuer', 'SALESFORCE_URL', 'SALESFORCE_ISSUER'],
  ['an address instead of the endpoint', 'S3_HOST', 'S3_ENDPOINT'],
  ['the password of a store', 'S3_PASSWORD', 'S3_SECRET_ACCESS_KEY'],
  ['the password of a mail server', 'SMTP_PASSWORD', 'SMTP_URL'],
  ['another word for a token', 'AUDIT_FORWARD_SECRET', 'AUDIT_FORWARD_TOKEN'],
  ['another word for the public address', 'PUBLIC_ADDRESS', 'PUBLIC_URL'],
  ['a part of the public address', 'PUBLIC_HOST', 'PUBLIC_URL'],
  ['the public domain', 'PUBLIC_DOMAIN', 'BASE_DOMAIN'],
  ['another word for folder', 'DATA_FOLDER', 'DATA_DIR'],
  ['a path instead of a folder', 'DATA_PATH', 'DATA_DIR'],
  ['a folder instead of what is in it', 'WEB_DIR', 'WEB_DIST'],
  ['what the scanner does', 'VIRUS_SCAN', 'CLAMAV_URL'],
  ['the database’s own word for its address', 'DATABASE_DSN', 'DATABASE_URL'],
  ['another word for waiting', 'DATABASE_TIMEOUT', 'DATABASE_WAIT'],
  ['where the database is', 'DATABASE_HOST', 'DATABASE_URL'],
  ['a part of the database’s address', 'DATABASE_PASSWORD', 'DATABASE_URL'],
  ['a part of the database’s address as a file', 'DATABASE_PASSWORD_FILE', 'DATABASE_URL'],
  ['the password of the mail', 'MAIL_PASSWORD', 'SMTP_URL'],
  ['the user of the mail', 'MAIL_USERNAME', 'SMTP_URL'],
  ['the password of a mail server in another framework', 'EMAIL_HOST_PASSWORD', 'SMTP_URL'],
  ['the protocol after the mail', 'MAIL_SMTP', 'SMTP_URL'],
  ['a switch after it', 'MAIL_ENABLED', 'MAIL'],
  ['a switch before it', 'DISABLE_MAIL', 'MAIL'],
  ['a mode', 'STAGING_MODE', 'STAGING'],
  ['a question', 'IS_STAGING', 'STAGING'],
  ['a switch before several words', 'ENABLE_DEBUG_PAGES', 'DEBUG_PAGES'],
  ['a banner', 'STAGING_BANNER', 'STAGING'],
  ['where backups go, by the store', 'BACKUP_S3_BUCKET', 'BACKUP_TARGET'],
  ['how old backups get', 'BACKUP_MAX_AGE', 'BACKUP_KEEP'],
  ['how long a session lasts', 'SALESFORCE_TIMEOUT', 'SALESFORCE_TOKEN_SECONDS'],
  ['what is at the address', 'SALESFORCE_KEYS_URL', 'SALESFORCE_JWKS_URL'],
  ['words in another order', 'SCHEDULED_BACKUPS', 'BACKUP_SCHEDULE'],
  ['a folder without an underscore', 'BACKUPDIR', 'BACKUP_TARGET'],
  ['the scanner’s socket', 'CLAMD_SOCKET', 'CLAMAV_URL'],
  ['the start left out', 'OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ['who is trusted left out', 'PROVIDER_NETWORKS', 'TRUSTED_PROVIDER_NETWORKS'],
  ['another word for the service’s own name', 'HAVEIBEENPWNED_URL', 'BREACHED_PASSWORDS_URL'],
  ['the service’s own name', 'HIBP_URL', 'BREACHED_PASSWORDS_URL'],
])('a name with %s leads to the right one', (_, given, right) => {
  expect(found(given)).toEqual([[given, right]])
})

test.each('VERSION IMAGE NAME ADMIN SOCKET FORWARD PREVIOUS NEXT MODE SET'.split(' '))(
  'our name and %s, which names no secret, leads to none',
  (word) => expect(found(`WAYMARK_${word}`)).toEqual([]),
)

test.each([
  'SALESFORCE_SECRET',
  'SALESFORCE_CLIENT_SECRET',
  'SALESFORCE_PASSWORD',
  'MONITORING_URL',
  'METRICS_PASSWORD',
])('%s leads to no setting of another kind, which could show a secret', (name) => {
  expect(found(name)).toEqual([])
})

test('right names and variables of other programs are left alone', () => {
  expect(found(...names)).toEqual([])
  const shell = 'PATH HOME USER HOSTNAME HOSTTYPE SHELL PWD TERM LANG LC_ALL MAILCHECK MAILTO POST'
  const node =
    'NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS npm_config_cache npm_package_version npm_config_log_level NPM_LOG_LEVEL'
  const database = 'PGHOST PGPORT PGDATABASE DATABASE_PORT POSTGRES_PASSWORD POSTGRES_USER'
  const cloud =
    'AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_S3_BUCKET AWS_ENDPOINT_URL_S3 HTTP_URL SITE_URL HTTPS_PORT STAGE PRODUCTION BASE_URL WEB_CONCURRENCY'
  const kubernetes =
    'WAYMARK_PORT WAYMARK_SERVICE_HOST WAYMARK_PORT_4003_TCP CLAMAV_PORT SMTP_PORT_25_TCP_ADDR S3_SERVICE_PORT S3_SERVICE_PORT_HTTP'
  const traces = 'OTEL_TRACES_SAMPLER OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  const logs =
    'SYSLOG_IDENTIFIER SYSLOG_PORT SYSLOG_SERVICE_HOST LOG_FORMAT MAIL_PORT DB_HOST PGURL CLIENT_ID REGION BUCKET'
  const keys =
    'WAYMARK_TLS_KEY WAYMARK_API_KEY WAYMARK_JWT_SECRET WAYMARK_ADMIN_PASSWORD BACKUP_IDENTITY BACKUP_AGE_IDENTITY S3_KMS_KEY SALESFORCE_TOKEN'
  const images = 'CLAMAV_NO_CLAMD CLAMAV_NO_FRESHCLAMD MAIL_MAILER MAIL_DRIVER S3_NAME SMTP_NAME'
  const systemd =
    'JOURNAL_STREAM INVOCATION_ID TRUSTED_HOSTS TRUSTED_ORIGINS APP_URL SECRET_KEY DOMAIN LOGNAME XDG_DATA_DIRS LISTEN_PID ENABLE_HOST PORT_MODE IS_DOCKER NO_COLOR'
  for (const list of [
    shell,
    node,
    database,
    cloud,
    kubernetes,
    traces,
    logs,
    systemd,
    keys,
    images,
  ])
    expect(found(...list.split(' '))).toEqual([])
})

test('a name that another program may have is ours only while ours is missing', () => {
  const both = (...given: string[]) => found(...given).map(([name]) => name)
  expect(both('DATABASE_URL', 'POSTGRES_URL')).toEqual([])
  expect(both('AUDIT_FORWARD', 'SYSLOG_URL')).toEqual([])
  expect(both('DATABASE_URL_FILE', 'DB_URL')).toEqual([])
  expect(both('DATABASE_URL', 'DATABASE_HOST', 'DATABASE_PASSWORD')).toEqual([])
  expect(both('SMTP_URL', 'MAIL_PASSWORD', 'EMAIL_PASSWORD')).toEqual([])
})

test('a name without our first word is ours only beside others of that start', () => {
  expect(found('CLIENT_ID')).toEqual([])
  expect(found('SALESFORCE_ISSUER', 'CLIENT_ID')).toEqual([['CLIENT_ID', 'SALESFORCE_CLIENT_ID']])
  expect(found('S3_BUCKET', 'SECRET_ACCESS_KEY')).toEqual([
    ['SECRET_ACCESS_KEY', 'S3_SECRET_ACCESS_KEY'],
  ])
})

test('an empty variable counts as not set', () => {
  expect(mistypedNames({ CLAMAV_ULR: '' }, names)).toEqual([])
})
