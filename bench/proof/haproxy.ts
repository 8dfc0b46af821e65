import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from 'api/testing/free-port'
import { hasProgram } from './debian-package.ts'
import { readRows, untilAccepts } from './database.ts'

const PROGRAM = '/usr/sbin/haproxy'
const EXAMPLE = resolve(import.meta.dirname, '../../deploy/haproxy.cfg')

export const hasHaproxy = () => hasProgram(PROGRAM, 'haproxy')

/** HAProxy with the example's configuration, in front of two places that a database server can be at. */
export async function startHaproxy(urls: readonly [string, string]) {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  const port = await freePort()
  const checks = await Promise.all(urls.map(answerPrimary))
  let text = (await readFile(EXAMPLE, 'utf8')).replace('127.0.0.1:5432', `127.0.0.1:${port}`)
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

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await Promise.race([exited, sleep(5000)])
}
