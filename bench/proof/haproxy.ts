import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from 'api/testing/free-port'
import { hasProgram } from './debian-package.ts'
import { readRows, untilAccepts } from './database.ts'

const PROGRAM = '/usr/sbin/haproxy'
const DEPLOY = resolve(import.meta.dirname, '../../deploy')

export const hasHaproxy = () => hasProgram(PROGRAM, 'haproxy')

/** HAProxy with the example's configuration, in front of two places that a database server can be at. */
export async function startHaproxy(urls: readonly [string, string]) {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  const port = await freePort()
  const checks = await Promise.all(urls.map(answerPrimary))
  let text = (await readFile(join(DEPLOY, 'haproxy.cfg'), 'utf8')).replace(
    '127.0.0.1:5432',
    `127.0.0.1:${port}`,
  )
  for (const [index, url] of urls.entries()) {
    const place = `127.0.0.1:${new URL(url).port} check port ${checks[index]?.port}`
    text = text.replace(/10\.0\.0\.\d+:5432 check port 8008/, place)
  }
  await writeFile(file, text)
  const child = spawn(PROGRAM, ['-db', '-f', file], { stdio: 'ignore' })
  const url = new URL(urls[0])
  url.port = String(port)
  const close = async () => {
    await end(child)
    for (const check of checks) check.close()
    await rm(folder, { recursive: true })
  }
  await untilAccepts(url.href)
  return { url: url.href, close }
}

/** Answers as Patroni does: 200 if this server is the primary. */
async function answerPrimary(url: string) {
  const text = 'select pg_is_in_recovery() as "isReplica"'
  const server = createServer((_, response) => {
    void readRows<{ isReplica: boolean }>(url, text)
      .catch(() => [])
      .then(([row]) => response.writeHead(row?.isReplica === false ? 200 : 503).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, close: () => server.close().closeAllConnections() }
}

/** HAProxy with the example's configuration for cells at `localhost`. Only ports, TLS, folders and the patience differ. */
export async function startCellProxy(ports: Record<'one' | 'two', number>) {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-haproxy-'))
  const [file, map, socket] = ['haproxy.cfg', 'cells.map', 'admin.sock'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const port = await freePort()
  const text = (await readFile(join(DEPLOY, 'haproxy-cells.cfg'), 'utf8'))
    .replace(/^frontend plain\n(.+\n)+/m, '')
    .replace('maxconn 20000', 'maxconn 500')
    // On a busy machine a node can answer a check late.
    .replaceAll('inter 2s fall 1 ', 'inter 2s fall 10 ')
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace('10.0.1.11:4003', `127.0.0.1:${ports.one}`)
    .replace('10.0.2.11:4003', `127.0.0.1:${ports.two}`)
    .replaceAll('/etc/haproxy/cells.map', map)
    .replaceAll('/run/haproxy/admin.sock', socket)
  await writeFile(file, text)
  const lines = (await readFile(join(DEPLOY, 'cells.map'), 'utf8')).replaceAll(
    'waymark.example.org',
    'localhost',
  )
  await writeFile(map, lines)
  const child = spawn(PROGRAM, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  await once(child, 'spawn')
  const close = async () => {
    await end(child)
    await rm(folder, { recursive: true })
  }
  /** Changes the map in the running HAProxy and in the file. */
  const lead = async (host: string, cell: 'one' | 'two') => {
    const others = (await readFile(map, 'utf8'))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(`${host} `))
    const known = await ask(socket, `get map ${map} ${host}`)
    const verb = known.includes('found=yes') ? 'set' : 'add'
    const said = await ask(socket, `${verb} map ${map} ${host} ${cell}`)
    if (said.trim() !== '') throw new Error(said)
    await writeFile(map, [...others, `${host} ${cell}\n`].join('\n'))
  }
  return { port, lead, close }
}

/** One command of HAProxy's runtime API. */
async function ask(socket: string, command: string): Promise<string> {
  const connection = connect(socket)
  connection.write(`${command}\n`)
  return await textOf(connection)
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await Promise.race([exited, sleep(5000)])
}
