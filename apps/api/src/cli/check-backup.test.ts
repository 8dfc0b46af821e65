import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Entry } from '#backup/archive.ts'
import { entriesOf, writeEntries } from '#testing/archived.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { testApp } from '#testing/test-app.ts'
import { waymark } from './waymark.ts'

const t = await testApp({ works: false })
const folder = await mkdtemp(join(tmpdir(), 'waymark-verify-'))
afterAll(() => rm(folder, { recursive: true }))
const variables = {
  DATABASE_URL: t.ownerUrl,
  WAYMARK_SECRET: TEST_SECRET,
  DATA_DIR: join(t.filesDir, '..'),
}
const path = (name: string) => join(folder, name)
const backup = (...args: string[]) => waymark(['backup', ...args], variables)
/** On a machine that has neither the database nor the secret. */
const verify = async (...args: string[]) =>
  String(await waymark(['backup', '--verify', ...args], {}))

const acme = await aTenant(t.db, { domain: 'acme', name: 'Acme Ltd' })
await aUser(t.db, { tenant: acme, name: 'Line\\nbreak\\\\' })
await backup(path('plain.tar.gz'))

const altered = async (change: (entries: Entry[]) => Entry[]) =>
  await writeEntries(path('altered'), change(await entriesOf(path('plain.tar.gz'))))

test('a backup can be verified without a database, also an encrypted one', async () => {
  expect(await verify(path('plain.tar.gz'))).toMatch(
    /^This backup is undamaged\. Waymark \S+ created it at \d{4}-\S+ \d\d:\d\d UTC\. It contains \d+ rows and 0 file parts \(0 KB\)\.$/,
  )
  expect(JSON.parse(await verify(path('plain.tar.gz'), '--json'))).toMatchObject({
    kind: 'backup',
    label: null,
    created_at: expect.stringMatching(/Z$/),
    rows: expect.any(Number),
    file_parts: 0,
    missing: [],
  })
  const [recipient = ''] = /age1\w+/.exec(String(await backup('--new-key', path('key.txt')))) ?? []
  await backup(path('secret.age'), '--recipient', recipient)
  await expect(verify(path('secret.age'))).rejects.toThrow('Add --key FILE')
  expect(await verify(path('secret.age'), '--key', path('key.txt'))).toContain('undamaged')
})

test('an export of an organisation can be verified, also a signed one', async () => {
  await waymark(['tenant', 'new-key', path('sign.key')], variables)
  for (const more of [[], ['--sign', path('sign.key')]]) {
    const file = path(`export${more.length}.tar.gz`)
    await waymark(['tenant', 'export', 'acme', '--out', file, ...more], variables)
    expect(await verify(file)).toMatch(/^This export of acme is undamaged\. Waymark /)
  }
})

test.each<[string, () => Promise<string>, RegExp]>([
  ['has a flipped byte', flipped, /^This file is damaged/],
  ['has another row', () => altered((all) => all.map(withOtherRow)), /damaged/],
  ['lacks a row', () => altered((all) => all.filter(({ name }) => !isRows(name))), /damaged/],
  ['lacks its last entry', () => altered((all) => all.slice(0, -1)), /damaged/],
  ['has more behind its end', () => altered((all) => [...all, ...all.slice(0, 1)]), /damaged/],
  ['is another file', async () => import.meta.filename, /not a Waymark backup or export/],
  ['doesn’t exist', async () => path('nowhere'), /doesn’t exist/],
])('a backup that %s isn’t verified', async (_, create, reason) => {
  await expect(verify(await create())).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(reason),
  })
})

async function flipped() {
  const bytes = await readFile(path('plain.tar.gz'))
  const place = Math.floor(bytes.length / 2)
  bytes[place] = (bytes[place] ?? 0) ^ 1
  await writeFile(path('flipped'), bytes)
  return path('flipped')
}

function isRows(name: string) {
  return name === 'tables/users/000001'
}

function withOtherRow({ name, bytes }: Entry): Entry {
  return { name, bytes: isRows(name) ? Buffer.from(String(bytes).replace('Line', 'Lane')) : bytes }
}

test('backups are listed with their time, place, size and result', async () => {
  const list = async (...args: string[]) => String(await backup('--list', ...args)).split('\n')
  const [heading, ...rows] = await list()
  expect(heading).toMatch(/^started \(UTC\) +by +took +size +result +place$/)
  expect(rows.at(-1)).toMatch(/ command +\d+ s +\d+ KB +complete +\S+plain\.tar\.gz$/)
  expect(JSON.parse((await list('--json')).at(-1) ?? '')).toMatchObject({
    is_scheduled: false,
    place: path('plain.tar.gz'),
    error: null,
  })
  await expect(backup()).rejects.toThrow(
    /^Give exactly one of FILE, --new-key FILE, --verify FILE or/,
  )
})
