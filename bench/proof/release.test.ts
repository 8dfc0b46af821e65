import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fontPaths } from 'api/adapters/pdf-fonts'
import { freePort } from 'api/testing/free-port'
import { TEST_SECRET } from 'api/testing/names'
import { afterAll, expect, test } from 'vitest'
import { callApi } from './api-call.ts'
import { startOwnDatabase } from './database.ts'
import { addPeople } from './stack.ts'

// What an operator does with a release: check it, unpack it, install it, start it. Needs the network of `npm ci`.
const ROOT = resolve(import.meta.dirname, '../..')
const LIMIT_MB = 450
const STARTS_WITHIN_MS = 60_000

const { version } = readJson(join(ROOT, 'package.json')) as { version: string }
const out = await mkdtemp(join(tmpdir(), 'waymark-release-'))
const folder = join(out, `waymark-${version}`)
const database = await startOwnDatabase()
const [person] = await addPeople(database.url(), 1)
let running: ChildProcess | undefined
afterAll(async () => {
  if (running) await end(running)
  await database.close()
  await rm(out, { recursive: true })
})

/** With the Node.js that the folder has, not the one of this test. */
const PATH = process.env.PATH?.split(':')
  .filter((path) => !path.endsWith('node_modules/.bin'))
  .join(':')

function npm(args: string[], cwd: string, env = {}): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', env: { ...ownEnv(), ...env } })
}

function ownEnv() {
  return { PATH, HOME: process.env.HOME }
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8')) as unknown
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function pack(): string {
  npm(['run', 'release', '--', '--out', out], ROOT)
  return readFileSync(join(out, 'SHA256SUMS'), 'utf8')
}

test('the checksum is the release’s', () => {
  const tarball = `waymark-${version}.tar.gz`
  expect(pack()).toBe(`${sha256(join(out, tarball))}  ${tarball}\n`)
})

const changes = execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' })
test.skipIf(changes !== '')('two releases of the same commit are the same', () => {
  const first = readFileSync(join(out, 'SHA256SUMS'), 'utf8')
  expect(pack()).toBe(first)
})

test(`an installed release has no development packages and takes at most ${LIMIT_MB} MB`, () => {
  execFileSync('tar', ['-xzf', `waymark-${version}.tar.gz`], { cwd: out })
  npm(['ci', '--omit=dev'], folder)
  for (const name of ['vite', 'vitest', 'typescript', 'lucide-react'])
    expect(existsSync(join(folder, 'node_modules', name)), name).toBe(false)
  const [size] = execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')
  expect(Number(size)).toBeLessThanOrEqual(LIMIT_MB)
  expect(globSync('**/*.test.ts', { cwd: join(folder, 'apps') })).toEqual([])
})

type Bom = { components: { name: string }[] }

test('the bill of materials lists what the server runs and what the browser gets', () => {
  const names = (part: string) => {
    const bom = readJson(join(folder, `sbom/${part}.cdx.json`)) as Bom
    return bom.components.map(({ name }) => name)
  }
  expect(names('server')).toEqual(expect.arrayContaining(['fastify', 'pg', 'contract']))
  expect(names('web')).toEqual(expect.arrayContaining(['react-dom', 'lucide-react', 'contract']))
  expect([...names('server'), ...names('web')]).not.toContain('vitest')
})

test('a release has every font that PDFs name', () => {
  const paths = fontPaths({ cjk: true }).map((path) => join(folder, relative(ROOT, path)))
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

test('a release serves pages and PDFs, and its commands work', async () => {
  const port = await freePort()
  const variables = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    PORT: String(port),
    DATABASE_URL: database.url(),
    DATA_DIR: join(out, 'data'),
    WAYMARK_SECRET: TEST_SECRET,
  }
  running = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...ownEnv(), ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady(port)
  const page = await fetch(`http://localhost:${port}/`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')])
  const { host, token } = person
  const path = `/questions/pdf?year=${new Date().getFullYear()}&type=self_assessment`
  expect(await callApi(port, { path, host, token })).toMatchObject({
    status: 200,
    body: expect.stringMatching(/^%PDF/),
  })
  npm(['run', 'tenant', '--', 'add', 'packed', '--name', 'Packed'], folder, variables)
  const added = await callApi(port, { path: '/tenant', host: 'packed.localhost' })
  expect(added?.status).toBe(200)
})

test('a release’s demo doesn’t mention the identity providers, which it doesn’t have', async () => {
  const port = String(await freePort())
  const variables = { PORT: port, LOG_LEVEL: 'fatal', DATA_DIR: join(out, 'demo') }
  const demo = spawn('npm', ['start'], { cwd: folder, env: { ...ownEnv(), ...variables } })
  let said = ''
  for await (const chunk of demo.stdout) {
    said += String(chunk)
    if (said.includes('Outgoing email')) break
  }
  await end(demo)
  expect(said).toContain('Demo password')
  expect(said).not.toContain('idp')
})

async function untilReady(port: number) {
  const until = performance.now() + STARTS_WITHIN_MS
  while ((await callApi(port, { path: '/ready' }))?.status !== 200) {
    if (performance.now() > until) throw new Error('The release was not ready in time.')
    await sleep(100)
  }
}

async function end(child: ChildProcess) {
  const exited = once(child, 'exit')
  child.kill()
  await exited
}
