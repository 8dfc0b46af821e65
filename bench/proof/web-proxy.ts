import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { selfSigned } from 'e2e/idp/self-signed'
import { freePort } from 'api/testing/free-port'
import { askProxy } from './proxy-call.ts'
import { hasProgram } from './debian-package.ts'

const DEPLOY = resolve(import.meta.dirname, '../../deploy')
const PROGRAMS = { nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy' }
const PACKAGES = { nginx: 'nginx-light', caddy: 'caddy' }
const TIMEOUT_MS = 30_000

export type ProxyName = keyof typeof PROGRAMS

export const hasWebProxy = (name: ProxyName) => hasProgram(PROGRAMS[name], PACKAGES[name])

/** A proxy with the example's configuration for `localhost`, in front of these nodes. Only ports and files differ. */
export async function startWebProxy(name: ProxyName, nodes: readonly number[]) {
  const folder = await mkdtemp(join(tmpdir(), `waymark-${name}-`))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeFile(join(folder, 'fullchain.pem'), selfSigned(privateKey, 'localhost'))
  const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await writeFile(join(folder, 'privkey.pem'), key)
  const place = { folder, nodes, port: await freePort(), httpPort: await freePort() }
  const child = await (name === 'nginx' ? runNginx(place) : runCaddy(place))
  const close = async () => {
    await end(child)
    await rm(folder, { recursive: true })
  }
  await untilAnswers(child, place.port)
  return { port: place.port, close }
}

type Place = { folder: string; nodes: readonly number[]; port: number; httpPort: number }

async function runNginx({ folder, nodes, port, httpPort }: Place) {
  const isNew = hasHttp2Line()
  const text = (await readFile(join(DEPLOY, 'nginx.conf'), 'utf8'))
    .replaceAll('waymark.example.org', 'localhost')
    .replaceAll('/etc/ssl/waymark', folder)
    .replaceAll('/var/log/nginx', folder)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${httpPort};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl${isNew ? '' : ' http2'};`)
    .replace(/^ *http2 on;\n/m, isNew ? '$&' : '')
    .replace(/server 127\.0\.0\.1:4003( .*;)/, (_, rest: string) =>
      nodes.map((node) => `server 127.0.0.1:${node}${rest}`).join('\n    '),
    )
  await writeFile(join(folder, 'waymark.conf'), text)
  const main = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    `pid ${folder}/pid;`,
    'events {}',
    `http { ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')} include ${folder}/waymark.conf; }`,
  ]
  await writeFile(join(folder, 'nginx.conf'), main.join('\n'))
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  return spawn(PROGRAMS.nginx, args, { stdio: 'inherit' })
}

/** nginx before 1.25.1 doesn't know the line "http2 on", as the example says. */
function hasHttp2Line() {
  const { stderr } = spawnSync(PROGRAMS.nginx, ['-v'], { encoding: 'utf8' })
  const [, minor = 0, patch = 0] = /(\d+)\.(\d+)\.(\d+)/.exec(stderr)?.slice(1).map(Number) ?? []
  return minor > 25 || (minor === 25 && patch >= 1)
}

async function runCaddy({ folder, nodes, port, httpPort }: Place) {
  const options = `{\n  admin off\n  skip_install_trust\n  http_port ${httpPort}\n  https_port ${port}\n  default_bind 127.0.0.1\n}\n`
  const file = join(folder, 'Caddyfile')
  await writeFile(file, options + (await readFile(join(DEPLOY, 'Caddyfile'), 'utf8')))
  return spawn(PROGRAMS.caddy, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      BASE_DOMAIN: 'localhost',
      TLS_FOLDER: folder,
      WAYMARK_NODES: nodes.map((node) => `127.0.0.1:${node}`).join(' '),
    },
    stdio: 'ignore',
  })
}

async function untilAnswers(child: ChildProcess, port: number) {
  const until = performance.now() + TIMEOUT_MS
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error('The proxy ended while it started.')
    if ((await askProxy(port, { path: '/health' })) === '200') return
    await sleep(50)
  }
  throw new Error('The proxy did not answer in time.')
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await Promise.race([exited, sleep(5000)])
}
