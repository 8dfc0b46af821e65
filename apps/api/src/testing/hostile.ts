import fc from 'fast-check'

/** What no field expects. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '',
    ' ',
    '\u0085',
    'ﷺ'.repeat(2000),
    "' or 1=1 --",
    '%',
    '\\',
    '${7*7}',
    '../../etc/passwd',
    '<script>',
    '=1+1',
    'a\r\nSet-Cookie: x=1',
    '0',
    '-1',
    '1e3',
    '9007199254740993',
    'null',
    'true',
    'NaN',
    '__proto__',
    '2026-02-30',
    2 ** 53,
    -(2 ** 53),
    2 ** 63,
    1e308,
    -0,
    0,
    -1,
    0.1,
    5e-324,
    2_147_483_648,
    32_768,
    null,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    { length: 1 },
    { toString: 1 },
    { $ne: null },
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.string({ unit: 'binary', minLength: 5000, maxLength: 6000 }),
)

/** A valid body with one thing wrong with it, as JSON. `columns` are names that a table has and a body has not. */
export function brokenBody(
  valid: fc.Arbitrary<unknown>,
  columns: readonly string[],
): fc.Arbitrary<string> {
  const extra = fc.constantFrom(...columns, 'constructor', 'toString', 'x'.repeat(300), '')
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(valid, hostileValue, fc.nat()).map(replaceField) },
    { weight: 1, arbitrary: fc.tuple(valid, fc.nat()).map(dropField) },
    { weight: 2, arbitrary: fc.tuple(valid, extra, hostileValue).map(addField) },
    { weight: 1, arbitrary: fc.tuple(valid, fc.nat()).map(repeatField) },
    { weight: 1, arbitrary: hostileValue.map(asJson) },
    { weight: 1, arbitrary: fc.tuple(valid, fc.constantFrom(...POISON)).map(poison) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW) },
    { weight: 1, arbitrary: fc.tuple(valid, fc.nat()).map(cutOff) },
  )
}

const POISON = [
  '"__proto__":{"isAdmin":true}',
  '"constructor":{"prototype":{"x":1}}',
  '"__proto__":null',
]

const RAW = [
  '',
  ' ',
  'null',
  '1',
  '"text"',
  '[]',
  '[{}]',
  '{',
  '{]',
  '\ufeff{}',
  'undefined',
  "{'a':1}",
  '{"a":01}',
  '['.repeat(20_000),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  JSON.stringify({ note: 'x'.repeat(300_000) }),
  `{${Array.from({ length: 5000 }, (_, n) => `"k${n}":${n}`).join(',')}}`,
  '{"year":1e999,"version":-1e999}',
]

type Fields = Record<string, unknown>

function asJson(value: unknown): string {
  return JSON.stringify(value) ?? ''
}

function nameAt(fields: Fields, at: number): string {
  const names = Object.keys(fields)
  return names[at % Math.max(1, names.length)] ?? 'field'
}

function replaceField([valid, value, at]: [unknown, unknown, number]): string {
  const fields = valid as Fields
  return asJson({ ...fields, [nameAt(fields, at)]: value })
}

function dropField([valid, at]: [unknown, number]): string {
  const { [nameAt(valid as Fields, at)]: _, ...rest } = valid as Fields
  return asJson(rest)
}

function addField([valid, name, value]: [unknown, string, unknown]): string {
  return asJson({ ...(valid as Fields), [name]: value })
}

function repeatField([valid, at]: [unknown, number]): string {
  const name = nameAt(valid as Fields, at)
  return asJson(valid).replace('{', `{${JSON.stringify(name)}:null,`)
}

function poison([valid, text]: [unknown, string]): string {
  const json = asJson(valid)
  return json === '{}' ? `{${text}}` : json.replace('{', `{${text},`)
}

function cutOff([valid, at]: [unknown, number]): string {
  const json = asJson(valid)
  return json.slice(0, at % Math.max(1, json.length))
}

/** What may stand in a path in place of an id, as it is written in the address. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '0',
    '-1',
    '1.5',
    '1e3',
    '01',
    '%00',
    '%ff',
    '%c0%ae',
    '..%2f..',
    '%2e%2e',
    '%',
    '%zz',
    'null',
    'NaN',
    '9007199254740993',
    '99999999999999999999',
    '1%20or%201=1',
    '%0d%0aX:1',
    '1;',
    '%F0%9F%92%A9',
    'x'.repeat(300),
  ),
  fc.string({ maxLength: 20 }).map(encodeURIComponent),
)

export const hostileQuery: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'year=99999',
    'year=2026&year=2027',
    'year=',
    'year',
    'year[]=1',
    'type=constructor',
    '__proto__[x]=1',
    '__proto__=1',
    'tenant_id=1',
    'auditor=1',
    '%',
    '%ff=%ff',
    '&&&=&',
    'a'.repeat(3000),
    'year=%00',
    'limit=1000000',
  ),
  fc.webQueryParameters(),
)

const HOSTILE_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/jsonx',
  'text/json',
  'a/b',
  'application/json, text/html',
]

/** What the API speaks, and now and then what it does not. */
export const contentType = fc.oneof(
  { weight: 9, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TYPES) },
)

/** What a page of an identity provider posts: a form, with any of its fields changed. */
export function postedForm(body: Record<string, unknown> = {}) {
  const changes = fc.dictionary(fc.constantFrom(...Object.keys(body)), fc.string())
  const payload = fc
    .oneof(fc.constant({}), changes)
    .map((fields) => new URLSearchParams({ ...(body as typeof fields), ...fields }).toString())
  return { payload, type: fc.constant('application/x-www-form-urlencoded') }
}

/** What goes where bytes are taken: the rightful ones, others, none, and more than may be sent. */
export function sentBytes(rightful = '') {
  return {
    payload: fc.oneof(
      fc.constant(rightful),
      fc.string(),
      fc.constant(''),
      fc.constant('x'.repeat(1_100_000)),
    ),
    type: fc.oneof(fc.constant('application/octet-stream'), contentType),
  }
}
