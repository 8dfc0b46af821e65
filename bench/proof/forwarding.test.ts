import { type AddressInfo, type Socket, createServer } from 'node:net'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { scopeOf } from 'api/db/scope'
import { databaseOf } from 'api/db/driver'
import { aTenant } from 'api/testing/factories'
import { recordEvent } from 'api/support/audit.queries'
import { createApiNode } from './api-node.ts'
import { asOwner } from './database.ts'
import { startStack } from './stack.ts'

const EVENTS = 50

test('a node that starts without AUDIT_FORWARD, and one that is killed, lose no event for the log server', async () => {
  const log = await startSyslog()
  afterAll(log.close)
  const env = { AUDIT_FORWARD: log.url }
  const stack = await startStack({ people: 1, nodes: 2, env })
  afterAll(stack.close)
  const url = stack.database.url()
  const ids: number[] = []
  const record = async () => {
    await asOwner(url, async (owner) => {
      const db = databaseOf(owner)
      const scope = scopeOf((await aTenant(db)).id)
      for (let count = 0; count < EVENTS; count += 1)
        await recordEvent(db, { scope }, 'logo.changed')
      const { rows } = await owner.query<{ id: number }>('select id from audit_events')
      ids.splice(0, ids.length, ...rows.map(({ id }) => id))
    })
  }
  const areAllThere = async () => {
    await expect.poll(() => ids.filter((id) => !log.has(id)), { timeout: 60_000 }).toEqual([])
  }

  await record()
  const bare = await createApiNode(url)
  afterAll(() => bare.kill())
  await bare.start()
  await record()
  await areAllThere()
  await stack.nodes[0]?.kill()
  await record()
  await stack.nodes[1]?.stop()
  await stack.nodes[1]?.start()
  await areAllThere()
  console.log(
    `${ids.length} audit events, ${log.lines()} lines received: 0 missing, beside a node without AUDIT_FORWARD, after a killed and a restarted node`,
  )
})

/** Receives octet-counted frames, as RFC 6587 describes. */
async function startSyslog() {
  const sockets = new Set<Socket>()
  let received = ''
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('data', (chunk) => (received += chunk.toString()))
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `syslog://127.0.0.1:${port}`,
    has: (id: number) => received.includes(`"id":${id},`),
    lines: () => received.match(/<\d+>1 /g)?.length ?? 0,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
