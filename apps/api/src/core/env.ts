import { resolve } from 'node:path'
import { Email } from 'contract/fields'
import { z } from 'zod'
import { linesFor } from './mistyped-lines.ts'
import { PlatformLabel, hasPublicHost } from './platform-label.ts'
import { fileNameOf, readSecretFiles } from './secret-files.ts'
import { StartError } from '#start-error.ts'

const DEFAULT_WEB_DIST = resolve(import.meta.dirname, '../../../web/dist')

export const Flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true')
// Letters in the last part, so that a mistyped IP address is not a name.
const HostName = z.string().regex(/^([a-z0-9_-]+\.)*[a-z][a-z0-9-]*$/i)
const Secret = z.string().min(32, 'must have at least 32 characters')

export function addressOf(protocol: RegExp, example: string) {
  return z.url({ protocol, error: `must be an address such as ${example}` })
}

/** An address for `fetch`, which refuses a password in it with a message that shows it. */
export function fetchedAddressOf(protocol: RegExp, example: string) {
  return addressOf(protocol, example).refine(
    (address) => !URL.canParse(address) || hasNoPassword(new URL(address)),
    'must not contain a user name or password',
  )
}

/** Links and cookies are of a whole host. */
function refuseMoreThanOrigin(address: string, context: z.RefinementCtx) {
  if (!URL.canParse(address)) return
  const url = new URL(address)
  if (!hasNoPassword(url) || url.pathname !== '/' || /[?#]/.test(address))
    context.addIssue({
      code: 'custom',
      message: `must have no user name, password, path, query or fragment, for example ${url.origin}`,
    })
}

function hasNoPassword({ username, password }: URL) {
  return username === '' && password === ''
}

/** Browsers and servers also understand HTTPS in capitals. */
export function isEncrypted(address: string): boolean {
  return new URL(address).protocol === 'https:'
}

/** Values separated by commas. */
export function listOf<Item extends z.ZodType<string, string>>(item: Item) {
  return z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((one) => one.trim() || []))
    .pipe(z.array(item))
}

const Port = z.coerce
  .number('must be a port number')
  .int('must be a port number')
  .min(0, 'must be a port number')
  .max(65_535, 'must be at most 65535')

const Variables = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], {
      error: 'must be development, production or test',
    })
    .default('development'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('info'),
  HOST: z.string().default('localhost'),
  PORT: Port.default(4003),
  BASE_DOMAIN: z
    .string()
    .regex(
      /^[a-z0-9-]+(\.[a-z0-9-]+)*$/,
      'must be a domain in lower case without a port, such as waymark.example.org',
    )
    .default('localhost'),
  PLATFORM_LABEL: PlatformLabel,
  PUBLIC_URL: addressOf(/^https?$/, 'https://waymark.example.org')
    .superRefine(refuseMoreThanOrigin)
    .optional(),
  TRUSTED_PROXIES: listOf(
    z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
      error: 'must be IP addresses or ranges, separated by commas',
    }),
  ),
  TRUSTED_PROVIDER_NETWORKS: listOf(
    z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), HostName], {
      error:
        'must be IP ranges such as 10.20.0.0/16 or host names such as sso.example.internal, separated by commas',
    }),
  ),
  DATABASE_URL: addressOf(
    /^postgres(ql)?$/,
    'postgres://user:password@host:5432/waymark',
  ).optional(),
  DATABASE_WAIT: z.coerce
    .number('must be a whole number of seconds')
    .int('must be a whole number of seconds')
    .min(0, 'must be a whole number of seconds')
    .max(3600, 'must be at most 3600')
    .default(60),
  DATABASE_ROLE_PREFIX: z
    .string()
    .regex(
      /^(?!pg_)[a-z][a-z_]{0,19}$/,
      'must have 1 to 20 lower-case letters or underscores, and must not start with pg_ or an underscore',
    )
    .default('wm'),
  DATA_DIR: z
    .string()
    .default('data')
    .transform((path) => resolve(path)),
  WEB_DIST: z
    .string()
    .default(DEFAULT_WEB_DIST)
    .transform((path) => resolve(path)),
  WAYMARK_SECRET: Secret.optional(),
  WAYMARK_SECRET_PREVIOUS: Secret.optional(),
  WAYMARK_SECRET_NEXT: Secret.optional(),
  SMTP_URL: addressOf(/^smtps?$/, 'smtp://user:password@mail.example.org:587').optional(),
  // sudo and logins set the path of the user's mailbox.
  MAIL: z.preprocess(
    (value) => (String(value).startsWith('/') ? undefined : value),
    z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  ),
  MAIL_FROM: z.string().default('Waymark <waymark@localhost>'),
  BREACHED_PASSWORDS_URL: fetchedAddressOf(
    /^https?$/,
    'https://api.pwnedpasswords.com/range',
  ).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: addressOf(/^https?$/, 'https://s3.example.org').optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  CLAMAV_URL: addressOf(/^(tcp|unix)$/, 'tcp://clamav.example.org:3310').optional(),
  METRICS_PORT: Port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: addressOf(/^https?$/, 'http://localhost:4318').optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1')
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(1),
  MONITORING_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  SUPPORT_EMAIL: Email.optional(),
  STAGING: Flag.default(false),
  PRODUCTION_URL: addressOf(/^https?$/, 'https://waymark.example.org').optional(),
  DEMO: Flag.optional(),
  DEBUG_PAGES: Flag.default(true),
})

/** Each can be given as a file. */
const SECRETS = [
  'DATABASE_URL',
  'WAYMARK_SECRET',
  'WAYMARK_SECRET_PREVIOUS',
  'WAYMARK_SECRET_NEXT',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'MONITORING_TOKEN',
]

type CoreEnv = z.output<typeof Variables>
type Fault = [name: string, message: string]

/** The core's and the features' variables. */
export interface Env extends Omit<CoreEnv, 'PUBLIC_URL' | 'DEMO'> {
  PUBLIC_URL: string
  DEMO: boolean
}

/** A feature's variables, which of them are secrets, and its check across variables. */
export type EnvPart = {
  variables: z.ZodRawShape
  secrets?: readonly string[]
  faults: (env: Env) => Fault[]
}

/** Combines the variables. `readEnv` throws a StartError with every fault. */
export function environmentOf(parts: readonly EnvPart[]) {
  const variables = parts.reduce((all: z.ZodObject, part) => all.extend(part.variables), Variables)
  const schema = variables
    .transform((read) => withDefaults(read as CoreEnv))
    .superRefine((env, context) => {
      const faults = [...faultsOf(env), ...parts.flatMap((part) => part.faults(env))]
      for (const [name, message] of faults)
        context.addIssue({ code: 'custom', path: [name], message })
    })
  const variableNames = Object.keys(variables.shape)
  const secretNames = [...SECRETS, ...parts.flatMap((part) => part.secrets ?? [])]
  const names = [...variableNames, ...secretNames.map(fileNameOf)]
  return {
    variableNames,
    secretNames,
    readEnv: (source = process.env) => {
      const { values, faults } = readSecretFiles(source, secretNames)
      return parse(schema, { names, faults }, { ...source, ...values })
    },
    /** A line for each variable whose name is nearly one of ours. */
    mistypedLines: (source = process.env) => linesFor(source, names),
  }
}

function withDefaults(env: CoreEnv): Env {
  const isTrial = env.DATABASE_URL === undefined && env.NODE_ENV !== 'production'
  const isDemo = env.DEMO ?? (isTrial && hasPublicHost(env))
  return {
    ...env,
    PUBLIC_URL: env.PUBLIC_URL ?? `http://${env.BASE_DOMAIN}:${env.PORT}`,
    // Everyone knows the demo password, so the demo is never loaded by default next to real users.
    DEMO: isDemo,
    SUPPORT_EMAIL: env.SUPPORT_EMAIL ?? (isDemo ? 'support@example.org' : undefined),
  } as Env
}

function faultsOf(env: Env): Fault[] {
  const faults = env.NODE_ENV === 'production' ? productionFaultsOf(env) : []
  if (env.STAGING && env.PRODUCTION_URL === undefined)
    faults.push(['PRODUCTION_URL', 'must be set when STAGING is true'])
  if (new URL(env.PUBLIC_URL).hostname !== env.BASE_DOMAIN)
    faults.push(['PUBLIC_URL', 'must use the same domain as BASE_DOMAIN'])
  if (env.DEMO && !hasPublicHost(env))
    faults.push([
      'DEMO',
      'must be false unless PLATFORM_LABEL is admin, because the demo has a public organisation',
    ])
  if ((env.S3_ACCESS_KEY_ID === undefined) !== (env.S3_SECRET_ACCESS_KEY === undefined))
    faults.push(['S3_SECRET_ACCESS_KEY', 'must be set together with S3_ACCESS_KEY_ID'])
  return faults
}

function productionFaultsOf(env: Env): Fault[] {
  const faults: Fault[] = []
  if (env.WAYMARK_SECRET === undefined) faults.push(['WAYMARK_SECRET', 'must be set in production'])
  if (env.SMTP_URL === undefined && env.MAIL === 'on')
    faults.push([
      'SMTP_URL',
      'must be set in production. To start without a mail server, set MAIL=off. Emails are then on hold until you remove MAIL=off.',
    ])
  if (!isEncrypted(env.PUBLIC_URL))
    faults.push([
      'PUBLIC_URL',
      `must be the address with https that browsers open, such as https://${env.BASE_DOMAIN}. Without https, others on the network can read passwords and sessions. For a trial on this machine, leave out NODE_ENV=production.`,
    ])
  return faults
}

export function areMetricsOn({ METRICS_PORT, MONITORING_TOKEN }: Env): boolean {
  return METRICS_PORT !== undefined || MONITORING_TOKEN !== undefined
}

/**
 * Whether the page of this host's mails exists. Mails contain one-time links, so it is for a developer's machine only.
 */
export function hasOutbox({ NODE_ENV, SMTP_URL, MAIL }: Env): boolean {
  return SMTP_URL === undefined && MAIL === 'on' && NODE_ENV !== 'production'
}

function parse(
  schema: z.ZodType<Env>,
  { names, faults }: { names: readonly string[]; faults: ReadonlyMap<string, string> },
  source: NodeJS.ProcessEnv,
): Env {
  const given = Object.fromEntries(
    names.filter((name) => source[name]).map((name) => [name, source[name]]),
  )
  const result = schema.safeParse(given)
  if (result.success && faults.size === 0) return result.data
  // Without values, because they may be passwords. A secret whose file is at fault isn't missing too.
  const lines = (result.error?.issues ?? []).flatMap(({ path: [name], message }) =>
    faults.has(String(name)) ? [] : `${String(name)} ${message}`,
  )
  throw new StartError(
    [
      'The configuration is not valid. Correct these variables:',
      ...new Set([...faults.values(), ...lines].map((line) => `  ${line}`)),
      ...linesFor(source, names),
    ].join('\n'),
  )
}
