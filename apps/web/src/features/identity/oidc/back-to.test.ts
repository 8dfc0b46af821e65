import { expect, test } from 'vitest'
import { safeBackTo } from './back-to.ts'

const BASE = 'app.example'
const SIGN_IN = '/auth/sso/process-signin'
const HAND_OVER = '/api/auth/handover/start?h=12.abc'

test.each([
  [`https://app.example${SIGN_IN}`, BASE],
  [`https://acme.app.example${SIGN_IN}`, BASE],
  [`https://acme.app.example${HAND_OVER}`, BASE],
  [`https://ACME.App.Example${SIGN_IN}`, BASE],
  [`https://acme.app.example:8443${HAND_OVER}`, BASE],
  [`http://acme.localhost:4003${HAND_OVER}`, 'localhost'],
  [`http://localhost:4003${SIGN_IN}`, 'localhost'],
  [`http://acme.pat.localhost:4003${SIGN_IN}`, 'pat.localhost'],
])('%s is one of ours below %s', (address, base) => {
  expect(safeBackTo(address, base)).toBe(new URL(address).href)
})

test.each([
  ['another site', `https://evil.example${SIGN_IN}`],
  ['a site that ends alike', `https://evilapp.example${SIGN_IN}`],
  ['a site that begins alike', `https://app.example.evil.example${SIGN_IN}`],
  ['a part of our name', `https://example${SIGN_IN}`],
  ['our name before an @', `https://app.example@evil.example${SIGN_IN}`],
  ['our name as a password', `https://acme:app.example@evil.example${SIGN_IN}`],
  ['credentials for our host', `https://a:b@acme.app.example${SIGN_IN}`],
  ['a name that is longer by a full stop', `https://acme.app.example.${SIGN_IN}`],
  ['without TLS', `http://acme.app.example${SIGN_IN}`],
  ['an address of this machine', `http://127.0.0.1:4003${SIGN_IN}`],
  ['this machine under another name', `http://localhost:4003${SIGN_IN}`],
  ['a script', 'javascript:alert(1)'],
  ['a script that looks like ours', `javascript://app.example${SIGN_IN}`],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['a file', `file://app.example${SIGN_IN}`],
  ['another protocol', `ftp://app.example${SIGN_IN}`],
  ['a path alone', SIGN_IN],
  ['no protocol', `//acme.app.example${SIGN_IN}`],
  ['another page of ours', 'https://acme.app.example/'],
  ['another call of ours', 'https://acme.app.example/api/logout'],
  ['more than the path', `https://acme.app.example${SIGN_IN}/x`],
  ['the path under another', `https://acme.app.example/x${SIGN_IN}`],
  ['the path in capitals', 'https://acme.app.example/AUTH/SSO/PROCESS-SIGNIN'],
  ['a way out of the path', `https://acme.app.example${SIGN_IN}/../../login`],
  ['an encoded way out', `https://acme.app.example${SIGN_IN}/%2e%2e/login`],
  ['a double slash', `https://acme.app.example/${SIGN_IN}`],
  ['a fragment', `https://acme.app.example${SIGN_IN}#token`],
  ['a backslash', `https:\\\\evil.example\\@app.example${SIGN_IN}`],
  ['a backslash in our host', `https://app.example\\.evil.example${SIGN_IN}`],
  ['a tab', `https://evil.example\t.app.example${SIGN_IN}`],
  ['a line break', `https://acme.app.example\n${SIGN_IN}`],
  ['a space', ` https://acme.app.example${SIGN_IN}`],
  ['a zero byte', `https://acme.app.example\u0000.evil.example${SIGN_IN}`],
  ['nothing', ''],
  ['not an address', 'https://'],
])('%s is not followed', (_, address) => {
  expect(safeBackTo(address, BASE)).toBeNull()
})
