import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mistypedLines, readEnv, secretNames, variableNames } from './read-env.ts'
import { readSecret } from '#core/secret.ts'

const SECRET = 'x'.repeat(32)
const PRODUCTION = {
  NODE_ENV: 'production',
  WAYMARK_SECRET: SECRET,
  MAIL: 'off',
  PUBLIC_URL: 'https://localhost',
}

test('without variables, or with empty ones, Waymark uses port 4003, the embedded database and the demo', () => {
  const env = readEnv({ SMTP_URL: '', PORT: '' })
  const local = { HOST: 'localhost', PORT: 4003, BASE_DOMAIN: 'localhost' }
  expect(env).toMatchObject({ ...local, DEMO: true, STAGING: false })
  expect(env.DATABASE_URL).toBeUndefined()
})

test('with DATABASE_URL or in production, the demo is off unless DEMO is true', () => {
  const source = { DATABASE_URL: 'postgres://waymark@db/waymark' }
  expect(readEnv(source).DEMO).toBe(false)
  expect(readEnv({ ...source, DEMO: 'true' }).DEMO).toBe(true)
  expect(readEnv(PRODUCTION).DEMO).toBe(false)
})

test('with the demo, Help and Support lead to an example address unless SUPPORT_EMAIL is set', () => {
  expect(readEnv({}).SUPPORT_EMAIL).toBe('support@example.org')
  const SUPPORT_EMAIL = 'help@waymark.example'
  expect(readEnv({ SUPPORT_EMAIL }).SUPPORT_EMAIL).toBe(SUPPORT_EMAIL)
  expect(readEnv({ DEMO: 'false' }).SUPPORT_EMAIL).toBeUndefined()
})

test('PUBLIC_URL defaults to the base domain and port, and must belong to BASE_DOMAIN', () => {
  expect(readEnv({ PORT: '5000' }).PUBLIC_URL).toBe('http://localhost:5000')
  const BASE_DOMAIN = 'waymark.example.org'
  expect(readEnv({ BASE_DOMAIN, PUBLIC_URL: `https://${BASE_DOMAIN}` }).PUBLIC_URL).toBe(
    `https://${BASE_DOMAIN}`,
  )
  expect(() => readEnv({ PUBLIC_URL: `https://${BASE_DOMAIN}` })).toThrow(
    'PUBLIC_URL must use the same domain as BASE_DOMAIN',
  )
})

test.each([
  'https://ann:secret@localhost',
  'https://ann@localhost/',
  'https://localhost/waymark',
  'https://localhost/?a',
  'https://localhost?',
  'https://localhost/#top',
])('PUBLIC_URL %s is refused with what would be right', (PUBLIC_URL) => {
  const refused = () => readEnv({ PUBLIC_URL })
  expect(refused).toThrow(
    'PUBLIC_URL must have no user name, password, path, query or fragment, for example https://localhost',
  )
  expect(refused).not.toThrow('secret')
})

test('PUBLIC_URL may end with a slash', () => {
  expect(readEnv({ PUBLIC_URL: 'https://localhost:8443/' }).PUBLIC_URL).toBe(
    'https://localhost:8443/',
  )
})

test('in production PUBLIC_URL has https, and the refusal says what would be right', () => {
  const { PUBLIC_URL: _, ...production } = { ...PRODUCTION, BASE_DOMAIN: 'waymark.example.org' }
  const right =
    'PUBLIC_URL must be the address with https that browsers open, such as https://waymark.example.org.'
  expect(() => readEnv(production)).toThrow(right)
  for (const PUBLIC_URL of ['http://waymark.example.org', 'HTTP://waymark.example.org:4003'])
    expect(() => readEnv({ ...production, PUBLIC_URL })).toThrow(right)
  const PUBLIC_URL = 'https://waymark.example.org:8443'
  expect(readEnv({ ...production, PUBLIC_URL }).PUBLIC_URL).toBe(PUBLIC_URL)
  expect(readEnv({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' })).toBeDefined()
})

test('a name that is nearly a setting is named with the right one, also when the start is refused for it', () => {
  const line = 'WAYMARK_SECERT is not a setting. Did you mean WAYMARK_SECRET?'
  const { WAYMARK_SECRET, ...production } = PRODUCTION
  const source = { ...production, WAYMARK_SECERT: WAYMARK_SECRET, PATH: '/bin' }
  expect(mistypedLines(source)).toEqual([line])
  expect(() => readEnv(source)).toThrow(`WAYMARK_SECRET must be set in production\n${line}`)
})

test.each([
  ['SALESFORCE_SECRET', 'Register Waymark at Salesforce without a secret.'],
  ['SALESFORCE_CLIENT_SECRET', 'Register Waymark at Salesforce without a secret.'],
  ['WAYMARK_ADMIN_PASSWORD', 'Add users with “npm run user -- add”.'],
])('%s is named as needless, with what to do instead', (name, instead) => {
  expect(mistypedLines({ [name]: 'x' })).toEqual([`${name} is not a setting. ${instead}`])
})

test('TRUSTED_PROXIES is a list of addresses and ranges', () => {
  expect(readEnv({ TRUSTED_PROXIES: '10.0.0.1, fd00::/8' }).TRUSTED_PROXIES).toEqual([
    '10.0.0.1',
    'fd00::/8',
  ])
})

test('one error lists every fault without its value', () => {
  const source = {
    PORT: 'abc',
    DATABASE_URL: 'mysql://root:hidden@db',
    DEMO: 'yes',
    TRUSTED_PROXIES: 'any',
    WAYMARK_SECRET: 'short',
  }
  expect(() => readEnv(source)).toThrow(
    [
      'The configuration is not valid. Correct these variables:',
      '  PORT must be a port number',
      '  TRUSTED_PROXIES must be IP addresses or ranges, separated by commas',
      '  DATABASE_URL must be an address such as postgres://user:password@host:5432/waymark',
      '  WAYMARK_SECRET must have at least 32 characters',
      '  DEMO must be true or false',
    ].join('\n'),
  )
})

test('production needs a secret, and staging the address of production', () => {
  expect(() => readEnv({ NODE_ENV: 'production' })).toThrow(
    'WAYMARK_SECRET must be set in production',
  )
  expect(() => readEnv({ STAGING: 'true' })).toThrow(
    'PRODUCTION_URL must be set when STAGING is true',
  )
  expect(readEnv(PRODUCTION).WAYMARK_SECRET).toBe(SECRET)
})

test('production needs a mail server, unless mail is off', () => {
  const { MAIL: _, ...production } = PRODUCTION
  expect(() => readEnv(production)).toThrow(
    '  SMTP_URL must be set in production. To start without a mail server, set MAIL=off. Emails are then on hold until you remove MAIL=off.',
  )
  expect(() => readEnv({ MAIL: 'maybe' })).toThrow('MAIL must be on or off')
  expect(readEnv({ ...production, SMTP_URL: 'smtp://mail.example.org' }).MAIL).toBe('on')
  expect(readEnv(PRODUCTION).MAIL).toBe('off')
})

test('a mailbox in MAIL, as sudo and logins set it, counts as not set', () => {
  expect(readEnv({ MAIL: '/var/mail/root' }).MAIL).toBe('on')
})

test('Salesforce needs a client, organisation ids, and https in production', () => {
  const SALESFORCE_ISSUER = 'http://login.example'
  expect(() => readEnv({ SALESFORCE_ISSUER })).toThrow(
    /SALESFORCE_CLIENT_ID must be set when.*\n.*SALESFORCE_ORGANISATIONS must be set when/,
  )
  const client = {
    SALESFORCE_CLIENT_ID: 'app',
    SALESFORCE_ORGANISATIONS: ' 00D000000000001 ,00D000000000002EAR',
  }
  expect(readEnv({ SALESFORCE_ISSUER, ...client }).SALESFORCE_ORGANISATIONS).toEqual([
    '00D000000000001',
    '00D000000000002EAR',
  ])
  expect(() => readEnv({ ...PRODUCTION, SALESFORCE_ISSUER, ...client })).toThrow(
    'SALESFORCE_ISSUER must start with https:// in production',
  )
  for (const SALESFORCE_ORGANISATIONS of ['001', '00D000000000002---', '00D000000000002E'])
    expect(() => readEnv({ SALESFORCE_ISSUER, ...client, SALESFORCE_ORGANISATIONS })).toThrow(
      'SALESFORCE_ORGANISATIONS must be Salesforce organisation IDs',
    )
})

test('https is also required of an address in capitals', () => {
  const salesforce = {
    SALESFORCE_ISSUER: 'https://login.example',
    SALESFORCE_CLIENT_ID: 'app',
    SALESFORCE_ORGANISATIONS: '00D000000000001',
  }
  for (const [name, more] of [
    ['AUDIT_FORWARD', {}],
    ['SALESFORCE_JWKS_URL', salesforce],
  ] as const)
    expect(() => readEnv({ ...PRODUCTION, ...more, [name]: 'HTTP://login.example' })).toThrow(
      new RegExp(`${name} must (not start with http|start with https):// in production`),
    )
})

test('an address that is fetched has no user name or password, which failures would show', () => {
  for (const name of [
    'AUDIT_FORWARD',
    'BREACHED_PASSWORDS_URL',
    'SALESFORCE_ISSUER',
    'SALESFORCE_JWKS_URL',
  ])
    for (const user of ['waymark:hidden@', 'waymark@'])
      expect(() => readEnv({ [name]: `https://${user}logs.example.org/in` })).toThrow(
        `  ${name} must not contain a user name or password`,
      )
  const AUDIT_FORWARD = 'syslog+tls://logs.example.org:6514'
  expect(readEnv({ AUDIT_FORWARD }).AUDIT_FORWARD).toBe(AUDIT_FORWARD)
  expect(() => readEnv({ AUDIT_FORWARD: 'logs' })).toThrow('AUDIT_FORWARD must be an address')
})

test('BACKUP_TARGET is a folder or a bucket, and no other address', () => {
  for (const BACKUP_TARGET of [
    '/backups',
    'backups',
    's3://bucket',
    's3://bucket/',
    's3://bucket/a',
  ])
    expect(readEnv({ BACKUP_TARGET })).toMatchObject({ BACKUP_TARGET })
  for (const BACKUP_TARGET of ['s3://', 's3:/bucket', 'https://store.example/backups'])
    expect(() => readEnv({ BACKUP_TARGET })).toThrow(
      'BACKUP_TARGET must be a folder or an address such as s3://bucket/prefix',
    )
})

test('trusted provider networks are ranges or names', () => {
  const read = (TRUSTED_PROVIDER_NETWORKS: string) => readEnv({ TRUSTED_PROVIDER_NETWORKS })
  const good = '10.20.0.0/16, fd00::/8,192.168.1.7, sso.example.internal, keycloak'
  expect(read(good).TRUSTED_PROVIDER_NETWORKS).toEqual(good.split(/, ?/))
  for (const bad of [
    '10.20.0.0/33',
    '10.20.0',
    '10.20.0.0-10.20.0.9',
    '*.example.org',
    'https://a',
  ])
    expect(() => read(`10.0.0.0/8,${bad}`), bad).toThrow(
      '  TRUSTED_PROVIDER_NETWORKS must be IP ranges such as 10.20.0.0/16 or host names such as sso.example.internal, separated by commas',
    )
})

test('in development parallel starts create one secret, readable by its owner only', async () => {
  for (let round = 0; round < 20; round += 1) {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'waymark-secret-'))
    const read = await Promise.all(Array.from({ length: 8 }, () => readSecret({ DATA_DIR })))
    expect(new Set(read).size).toBe(1)
    expect(read[0]?.length).toBeGreaterThanOrEqual(32)
    expect((await stat(join(DATA_DIR, 'secret'))).mode & 0o777).toBe(0o600)
    await rm(DATA_DIR, { recursive: true })
  }
})

test('every secret can be given as a file, whose last line break doesn’t count', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-files-'))
  const values: Record<string, string> = {
    DATABASE_URL: 'postgres://waymark:hidden@db/waymark',
    SMTP_URL: 'smtp://waymark:hidden@mail.example.org',
    S3_SECRET_ACCESS_KEY: 'hidden',
  }
  const files: Record<string, string> = {}
  for (const name of secretNames) {
    values[name] ??= `${name} ${SECRET}`
    files[`${name}_FILE`] = join(folder, name)
    await writeFile(join(folder, name), `${values[name]}\n`)
  }
  const source = { S3_ACCESS_KEY_ID: 'key', ...files }
  expect(readEnv(source)).toMatchObject(values)
  expect(mistypedLines(source)).toEqual([])
  await rm(folder, { recursive: true })
})

test('a secret that is given twice, or by a file that is empty or can’t be read, is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-files-'))
  const file = join(folder, 'empty')
  await writeFile(file, '\n')
  const source = {
    ...PRODUCTION,
    WAYMARK_SECRET: '',
    WAYMARK_SECRET_FILE: file,
    MONITORING_TOKEN: 'hidden, and long enough',
    MONITORING_TOKEN_FILE: file,
    SMTP_URL_FILE: join(folder, 'none'),
    PORT: 'abc',
  }
  expect(() => readEnv(source)).toThrow(
    [
      'The configuration is not valid. Correct these variables:',
      '  WAYMARK_SECRET_FILE names an empty file',
      `  SMTP_URL_FILE can’t be read: ${folder}/none doesn’t exist (ENOENT)`,
      '  MONITORING_TOKEN_FILE is set together with MONITORING_TOKEN. Remove one of them.',
      '  PORT must be a port number',
    ].join('\n'),
  )
  await rm(folder, { recursive: true })
})

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')

test('docs/operations.md lists exactly the secrets that can be given as files', () => {
  const [, list = ''] = /\*\*Secrets from files\.\*\*([^.]+)\./.exec(PAGE) ?? []
  expect([...list.matchAll(/`([A-Z\d_]+)`/g)].map(([, name]) => name)).toEqual(secretNames)
})

test('docs/operations.md lists exactly the variables', () => {
  const documented = [...PAGE.matchAll(/^\| `([A-Z\d_]+)` \|/gm)].map(([, name]) => name)
  expect(new Set(documented)).toEqual(new Set(variableNames))
  expect(documented).toHaveLength(variableNames.length)
})
