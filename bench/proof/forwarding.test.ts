import { afterAll, expect, test } from 'vitest'
import { scopeOf } from 'api/db/scope'
import { databaseOf } from 'api/db/driver'
import { aTenant } from 'api/testing/factories'
import { recordEvent } from 'api/support/audit.queries'
import { createApiNode } from './api-node.ts'
import { asOwner } from './database.ts'
import { hasRsyslog, startRsyslog } from './rsyslog.ts'
import { startStack } from './stack.ts'

const EVENTS = 50

test.skipIf(!hasRsyslog())(
  'a node that starts without AUDIT_FORWARD, and one that is killed, lose no event for rsyslog',
  async () => {
    const log = await startRsyslog()
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
      const missing = async () => {
        const text = (await log.received()).join('\n')
        return ids.filter((id) => !text.includes(`"id":${id},`))
      }
      await expect.poll(missing, { timeout: 60_000 }).toEqual([])
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
    const lines = await log.received()
    console.log(
      `${ids.length} audit events, ${lines.length} lines in rsyslog’s file: 0 missing, beside a node without AUDIT_FORWARD, after a killed and a restarted node`,
    )
  },
)
