const OVERLONG = 'x'.repeat(200_000)
const UNSHOWN = 'a\u0007\u202Eb'
const DEEP = `{"title":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
/** Older texts may have this. Reports are never changed, so only what reads them leaves accents out. */
export const MARKED = `a${'\u0301'.repeat(5000)}`

/** What no column of the type may have, in the text format of PostgreSQL. */
export const HOSTILE_BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  bigint: ['-1', '9007199254740993', '99999999999999999999', 'x'],
  integer: ['-1', '2147483647', '99999999999', 'NaN', '1 or true'],
  smallint: ['-1', '99999', '999', 'x'],
  boolean: ['maybe', ''],
  date: ['infinity', '9999-01-01', '4713-01-01 BC'],
  'double precision': ['NaN', 'Infinity', '1e300', '-1000001', '1000001', ''],
  inet: ['example.org', '10.0.0.1; drop'],
  'timestamp with time zone': [
    'infinity',
    '-infinity',
    '4713-01-01 00:00:00+00 BC',
    '9999-12-31 00:00:00+00',
  ],
  uuid: ['../../etc', '00000000-0000-0000-0000-00000000000x'],
  'uuid[]': ['{../../etc}', '{{}}', '{NULL}'],
  text: [UNSHOWN, OVERLONG, MARKED],
  'text[]': [`{"${UNSHOWN}"}`, `{${OVERLONG}}`, '{NULL}', '{{a},{b}}'],
  jsonb: ['[]', '{"x": {"y": 1}}', '"x"', '{'],
  bytea: [String.raw`\x3c7376672f3e`, String.raw`\xzz`, String.raw`\x${'00'.repeat(100_000)}`],
}

/** What fits the type and the table, but not the column's meaning. */
export const HOSTILE_BY_COLUMN: Readonly<Record<string, readonly string[]>> = {
  'attachments.media_type': ['text/html', 'image/svg+xml', 'application/octet-stream'],
  'attachments.sha256': [String.raw`\x${'00'.repeat(32)}`],
  'attachments.size': ['1'],
  'certification_bands.min_element': ['101'],
  'certification_bands.min_overall': ['101'],
  'certification_bands.min_statement': ['101'],
  'certifications.number': ['2024-999999999'],
  'elements.weight': ['-1'],
  'identities.is_salesforce': ['t'],
  'report_bands.from_percent': ['-1', '101'],
  'report_bands.to_percent': ['-1', '101'],
  'sso_connections.issuer': ['data:text/html,x', 'javascript:alert(1)'],
  'statements.weight': ['-1'],
  'tenants.attachment_quota': ['9999999999999'],
  'tenants.domain': ['admin', 'public', 'www', 'a.b', '-'],
  'tenants.kind': ['platform', 'public'],
  'tenants.retention_years': ['31'],
  'users.password_hash': [
    'x',
    '$argon2id$v=19$m=4194304,t=3,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2g',
  ],
  'users.roles': ['{god-admin,admin}', '{auditor}', '{}'],
}

/** A JSON value with one part changed at a time, and lists by their first item. */
export function hostileJson(json: string): string[] {
  return [DEEP, ...changesOf(JSON.parse(json))].map((value) => JSON.stringify(value))
}

function* changesOf(value: unknown): Generator<unknown> {
  yield { x: [[]] }
  if (typeof value === 'string') yield* [UNSHOWN, OVERLONG, MARKED]
  if (Array.isArray(value) && value.length > 0)
    for (const changed of changesOf(value[0])) yield [changed, ...value.slice(1)]
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value))
      for (const changed of changesOf(part)) yield { ...value, [key]: changed }
}
