import fc from 'fast-check'

const CHARACTERS = ['\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\u202e', '', ' ', '\u0085']
const ATTACKS = ['ﷺ'.repeat(2000), "' or 1=1 --", 'a\r\nSet-Cookie: x=1']
const NUMBERS = [2 ** 53, -(2 ** 53), 2 ** 63, 1e308, -0, 0, -1, 0.1, 5e-324, 2 ** 31, 2 ** 15]
const OTHERS = 'null true false [] {} [[]] [null] {"length":1} {"toString":1} {"$ne":null}'

/** Values that no field expects. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...CHARACTERS,
    ...ATTACKS,
    ...'% \\ ${7*7} ../../etc/passwd <script> =1+1 0 -1 1e3 9007199254740993'.split(' '),
    ...'null true NaN __proto__ 2026-02-30'.split(' '),
    ...NUMBERS,
    ...OTHERS.split(' ').map((json): unknown => JSON.parse(json)),
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.string({ unit: 'binary', minLength: 5000, maxLength: 6000 }),
)

const POISON =
  '"__proto__":{"isAdmin":true} "constructor":{"prototype":{"x":1}} "__proto__":null'.split(' ')

const FRAGMENTS = `null 1 "text" [] [{}] { {] \ufeff{} undefined {'a':1} {"a":01} {"year":1e999,"version":-1e999}`
const RAW = [
  '',
  ' ',
  ...FRAGMENTS.split(' '),
  '['.repeat(20_000),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  JSON.stringify({ note: 'x'.repeat(300_000) }),
  `{${Array.from({ length: 5000 }, (_, n) => `"k${n}":${n}`).join(',')}}`,
]

type Fields = Record<string, unknown>

/** A valid body with one fault, as JSON. `columns` are names of table columns. */
export function brokenBody(
  valid: fc.Arbitrary<Fields>,
  columns: readonly string[],
): fc.Arbitrary<string> {
  const extra = fc.constantFrom(...columns, 'constructor', 'toString', 'x'.repeat(300), '')
  const withField = fc
    .tuple(valid, fc.nat())
    .map(([body, at]) => ({ body, name: nameAt(body, at), json: asJson(body), at }))
  const wrong = fc
    .tuple(withField, hostileValue)
    .map(([{ body, name }, value]) => asJson({ ...body, [name]: value }))
  const more = fc
    .tuple(valid, extra, hostileValue)
    .map(([body, name, value]) => asJson({ ...body, [name]: value }))
  return fc.oneof(
    { weight: 6, arbitrary: wrong },
    { weight: 2, arbitrary: more },
    withField.map(({ body, name }) => asJson({ ...body, [name]: undefined })),
    withField.map(({ json, name }) => json.replace('{', `{${JSON.stringify(name)}:null,`)),
    withField.map(({ json, at }) => json.slice(0, at % json.length)),
    fc.tuple(valid, fc.constantFrom(...POISON)).map(([body, text]) => {
      const json = asJson(body)
      return json === '{}' ? `{${text}}` : json.replace('{', `{${text},`)
    }),
    hostileValue.map(asJson),
    fc.constantFrom(...RAW),
  )
}

function asJson(value: unknown): string {
  return JSON.stringify(value) ?? ''
}

function nameAt(fields: Fields, at: number): string {
  const names = Object.keys(fields)
  return names[at % Math.max(1, names.length)] ?? 'field'
}

/** URL-encoded path segments where an id belongs. */
export const segment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'x'.repeat(300),
    ...'0 -1 1.5 1e3 01 %00 %ff %c0%ae ..%2f.. %2e%2e % %zz null NaN 9007199254740993'.split(' '),
    ...'99999999999999999999 1%20or%201=1 %0d%0aX:1 1; %F0%9F%92%A9'.split(' '),
  ),
  fc.string({ maxLength: 20 }).map(encodeURIComponent),
)

export const query: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'a'.repeat(3000),
    ...'year=99999 year=2026&year=2027 year= year year[]=1 type=constructor'.split(' '),
    ...'__proto__[x]=1 __proto__=1 tenant_id=1 auditor=1 % %ff=%ff &&&=& year=%00 limit=1000000'.split(
      ' ',
    ),
  ),
  fc.webQueryParameters(),
)

/** JSON most of the time, otherwise a type that the API refuses. */
export const contentType = fc.oneof(
  { weight: 9, arbitrary: fc.constant('application/json') },
  fc.constantFrom(
    ...'text/plain|application/xml|application/x-www-form-urlencoded|text/json|a/b'.split('|'),
    ...'application/json; charset=utf-16|application/jsonx|application/json, text/html'.split('|'),
    'multipart/form-data; boundary=x',
  ),
)

/** The form that an identity provider's page posts, with any field changed. */
export function postedForm(body: Record<string, unknown> = {}) {
  const changes = fc.dictionary(fc.constantFrom(...Object.keys(body)), fc.string())
  const payload = fc
    .oneof(fc.constant({}), changes)
    .map((fields) => new URLSearchParams({ ...(body as typeof fields), ...fields }).toString())
  return { payload, type: fc.constant('application/x-www-form-urlencoded') }
}

/** Payloads for an endpoint that takes bytes: permitted, other, none and too many. */
export function sentBytes(permitted = '') {
  const payload = fc.oneof(fc.constantFrom(permitted, '', 'x'.repeat(1_100_000)), fc.string())
  return { payload, type: fc.oneof(fc.constant('application/octet-stream'), contentType) }
}
