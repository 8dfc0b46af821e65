import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { decrypt, encrypt } from 'api/core/encrypt'
import { authenticatorAad } from 'api/features/identity/mfa/verification-code'
import { TEST_SECRET as OLD } from 'api/testing/names'
import { NOTHING_LOST, checkHistory } from './check-history.ts'
import { asOwner, readRows } from './database.ts'
import { startSaving } from './saving.ts'
import { startStack } from './stack.ts'

const NEW = 'another secret for tests only, long enough'
const BETWEEN_RESTARTS_MS = 1000

/** Of both nodes, from their next start on. */
const env: Record<string, string> = {}
const stack = await startStack({ people: 8, nodes: 2, env })
afterAll(() => stack.close())

test('the secret is replaced with two nodes under load: no one is signed out, and no answer is lost', async () => {
  const { nodes, people, database } = stack
  const stored = await anAuthenticator()
  const saving = startSaving(people, stack.ports)
  const restartAll = async (variables: Record<string, string>) => {
    for (const name of Object.keys(env)) delete env[name]
    Object.assign(env, variables)
    for (const node of nodes) {
      expect(await node.stop()).toBe(0)
      await node.start()
      await sleep(BETWEEN_RESTARTS_MS)
    }
  }
  await restartAll({ WAYMARK_SECRET: OLD, WAYMARK_SECRET_NEXT: NEW })
  expect(await stored.opensWith(OLD)).toBe(true)
  await restartAll({ WAYMARK_SECRET: NEW, WAYMARK_SECRET_PREVIOUS: OLD })
  await expect.poll(() => stored.opensWith(NEW), { timeout: 60_000 }).toBe(true)
  await saving.stop()
  const result = await checkHistory(database.url(), saving.saved)
  console.info(`replace-secret: ${JSON.stringify(result)}`)
  expect(result).toMatchObject(NOTHING_LOST)
  expect(saving.attempts.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])

  await restartAll({ WAYMARK_SECRET: NEW })
  Object.assign(env, { WAYMARK_SECRET: OLD })
  await nodes[0]?.stop()
  await expect(nodes[0]?.start()).rejects.toThrow('The API ended while it started.')
}, 300_000)

/** The stored secret of a user's authenticator app. */
async function anAuthenticator() {
  const url = stack.database.url()
  const [user] = await readRows<{ tenant_id: number; id: number }>(
    url,
    'select tenant_id, id from users order by id desc limit 1',
  )
  if (!user) throw new Error('There are no users.')
  const aad = authenticatorAad(user.tenant_id, user.id)
  await asOwner(url, (owner) =>
    owner.query('insert into authenticators (tenant_id, user_id, secret) values ($1, $2, $3)', [
      user.tenant_id,
      user.id,
      encrypt([OLD], aad, 'a secret'),
    ]),
  )
  return {
    opensWith: async (secret: string): Promise<boolean> => {
      const [row] = await readRows<{ secret: Buffer }>(
        url,
        'select secret from authenticators where user_id = $1',
        [user.id],
      )
      try {
        return row !== undefined && decrypt([secret], aad, row.secret) === 'a secret'
      } catch {
        return false
      }
    },
  }
}
