import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '#testing/operations.ts'

// Rules that lint can't check. Forbidden texts are joined here, so that this file doesn't contain them.
const root = resolve(import.meta.dirname, '../../../..')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root })
  .toString()
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const code = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.gen.ts'))
const isTest = (file: string) => /\.test\.tsx?$|\/testing\/|^(e2e|bench\/proof)\//.test(file)
const product = code.filter((file) => /^(apps|packages)\//.test(file) && !isTest(file))
const server = product.filter((file) => file.startsWith('apps/api/src/'))
const isText = (file: string) => !/\.(png|ico|woff2?|xlsx|pdf|br|gz|jpe?g|webp)$/.test(file)

const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** Matching lines as `file: line`. */
function lines(among: readonly string[], pattern: RegExp): string[] {
  return among.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim().slice(0, 120)}`),
  )
}

test('no file has a catch-all name such as utils, helpers, types or services', () => {
  const drawer =
    /^(utils?|helpers?|types?|common|misc|constants?|shared|lib|stuff|data|info|dto|base|core)\.tsx?$|[-.](utils?|helpers?|types|services?|repository|repositories|dto|manager|controller|container|hooks?)\.tsx?$/
  expect(product.filter((file) => drawer.test(basename(file)))).toEqual([])
  const index = code.filter((file) => basename(file) === 'index.ts')
  expect(index.filter((file) => file !== 'packages/contract/src/index.ts')).toEqual([])
})

test('only db and code without a tenant use the pools', () => {
  const named = new Set([
    'apps/api/src/backup/reading.ts',
    'apps/api/src/backup/refuse-organisation.ts',
    'apps/api/src/backup/remove-organisations.ts',
    'apps/api/src/backup/restore-installation.ts',
    'apps/api/src/backup/import-organisation.ts',
    'apps/api/src/cli/check-parts.ts',
    'apps/api/src/cli/open-installation.ts',
    'apps/api/src/core/host-tenant.ts',
    'apps/api/src/core/jobs.ts',
    'apps/api/src/core/maintenance.ts',
    'apps/api/src/demo/load-demo.ts',
    'apps/api/src/features/insight/system/probes.queries.ts',
  ])
  const others = server.filter((file) => !file.startsWith('apps/api/src/db/') && !named.has(file))
  // Prettily printed, the call may stand on a line of its own.
  const reaching =
    /\b(pool|pools\s*\.\s*\w+)\s*\.\s*(query|connect)\b|new pg\.(Pool|Client)|new Client\(/
  expect(others.filter((file) => reaching.test(read(file)))).toEqual([])
})

test('only one function reads the rows of all tenants', () => {
  const uses = server.filter((file) => /\bwithAllTenants\b|\bpools\.reader\b/.test(read(file)))
  expect(uses).toEqual(['apps/api/src/db/pools.ts', 'apps/api/src/support/tenant-scope.ts'])
})

test('no statement is concatenated from values', () => {
  const others = server.filter((file) => !file.startsWith('apps/api/src/db/'))
  // An import inserts into all tables, and escapes the names that the catalogue gives it.
  const importing = 'apps/api/src/backup/insert-rows.ts'
  expect(
    lines(
      others.filter((file) => file !== importing),
      /\bsql\.(raw|lit|id|ref|table)\b|CompiledQuery\.raw\((?![A-Z_]+(\.text)?,)/,
    ),
  ).toEqual([])
  const built = others.filter((file) =>
    // A template with a statement and a placeholder other than a constant.
    /(?<!sql(<[^`]{0,200}>)?)`\s*(select|insert into|update|delete from|with)\b[^`]*\$\{(?![A-Z_]+\})/i.test(
      read(file),
    ),
  )
  // Backups, exports and removals are about all tables. They escape the names that the catalogue gives them.
  expect(built).toEqual([
    importing,
    'apps/api/src/backup/read-installation.ts',
    'apps/api/src/backup/read-organisation.ts',
    'apps/api/src/backup/refuse-organisation.ts',
    'apps/api/src/backup/remove-organisations.ts',
  ])
  expect(lines(others, /['"`]\s*(select|insert into|update|delete from)\b.*['"`] *\+/i)).toEqual([])
})

// Row-level security would hide a forgotten tenant. In TypeScript an unused scope is a type error.
test('a database function compares the tenant wherever it reads or changes a table', () => {
  const functions = files.filter((file) => file.startsWith('apps/api/src/db/functions/'))
  const uses = functions.flatMap((file) => {
    const text = read(file)
    const named = [
      ...text.matchAll(/\b(?:from|join|update) [a-z_]+ ([a-z]+)\s+(?:where|on|set|join|left)\b/g),
    ]
    return [...Map.groupBy(named, ([, alias = '']) => alias)].map(([alias, { length }]) => {
      const compared = text.match(RegExp(`\\b${alias}\\.tenant_id = tenant\\b`, 'g'))?.length ?? 0
      return { file, alias, isCompared: compared >= length }
    })
  })
  expect(uses.length).toBeGreaterThan(10)
  expect(uses.filter(({ isCompared }) => !isCompared)).toEqual([])
})

test('connection settings are set for one transaction only', () => {
  const others = server.filter((file) => !/\/db\/(roles|migrate|embedded)/.test(file))
  // A sentence for users may begin with "Set".
  expect(lines(others, /['"`]\s*(set|SET) (?!local\b)\w/)).toEqual([])
  expect(lines(others, /set session|set_config\([^)]*false\)/i)).toEqual([])
  expect(lines(others, /pg_advisory_lock|\blisten \w|create temp/i)).toEqual([])
})

// Section 9 of the specification: one place each.
const STATED_ONCE: Record<string, RegExp> = {
  'access token key': /pat-app__at__/,
  'MFA token key': /pat-app__mfa__/,
  'cookie max age, one day': /\b86_?400\b(?!_?000)|(?<!\* )\b24 \* 60 \* 60\b/,
  'toast removal, 100000 ms': /\b100_?000\b/,
  'tooltip open delay': /delayDuration=|\b700\b.*tooltip/i,
  'preload delay': /defaultPreloadDelay/,
  'page size 10': /limit: .*default\(10\)/,
}
test.each(Object.entries(STATED_ONCE))('at most one line states the %s', (_, pattern) => {
  expect(lines(product, pattern).length).toBeLessThanOrEqual(1)
})

test('no file names a package registry or a path of a developer’s machine', () => {
  const registry = new RegExp(
    ['registry\\.npm', 'js\\.org'].join('') + '|' + ['artifac', 'tory'].join(''),
    'i',
  )
  const path = new RegExp(['/(work|home/\\w+|Users/\\w+)/(main|shared|', 'brief|src)/'].join(''))
  expect(lines(files.filter(isText), registry)).toEqual([])
  expect(lines(files.filter(isText), path)).toEqual([])
})

test('every feature with routes has a test', () => {
  const folders = new Set(
    server.filter((file) => file.endsWith('.routes.ts')).map((file) => dirname(file)),
  )
  const tested = new Set(
    code.filter((file) => file.endsWith('.test.ts')).map((file) => dirname(file)),
  )
  expect([...folders].filter((folder) => !tested.has(folder))).toEqual([])
})

test('every operation has an access and a summary', () => {
  expect(operations.filter(({ endpoint }) => !endpoint.access || !endpoint.summary)).toEqual([])
  const paths = operations.map(({ endpoint: { method, path } }) => `${method} ${path}`)
  expect(paths.length).toBe(new Set(paths).size)
  // Public operations that change something need the XSRF header.
  const open = operations.filter(
    ({ endpoint: { access, method } }) => access === 'public' && method !== 'GET',
  )
  // Posts from another site can't send it and prove themselves otherwise.
  expect(open.filter(({ endpoint }) => !endpoint.cookie && !endpoint.foreign)).toEqual([])
})

test('no body, query or path of the contract accepts unknown fields', () => {
  // An identity provider may send additional fields (RFC 6749, section 4.1.2).
  const ours = operations.filter(({ endpoint }) => !endpoint.foreign)
  const loose = ours.filter(({ endpoint: { body, query, params } }) =>
    [body, query, params]
      .flatMap(kindsOf)
      .some((schema) =>
        schema
          ?.safeParse({ no_such_field: 1 })
          .error?.issues.every(({ code }) => code !== 'unrecognized_keys'),
      ),
  )
  expect(loose.map(({ name }) => name)).toEqual([])
})

/** The variants of a schema. */
function kindsOf(schema: z.ZodType | undefined) {
  return schema instanceof z.ZodDiscriminatedUnion ? (schema.options as z.ZodType[]) : [schema]
}

test('comments contain no unfinished work', () => {
  expect(
    lines(code, /\b(TODO|FIXME|XXX|HACK)\b(?!.*#\d)/).filter(
      (line) => !line.includes('safety.test.ts'),
    ),
  ).toEqual([])
})
