import { ApiErrorBody } from 'contract/errors'
import { UserDetails, UserConflict } from 'contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTenant, aUser } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { rounds } from '#testing/rounds.ts'

const ROUNDS = rounds(5, 50)

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
afterAll(() => t.close())

test('of two admins who save the same person at once one wins, the other sees it and loses nothing', async () => {
  const tenant = await aTenant(t.db)
  const admins = await Promise.all(
    ['Ada', 'Ben'].map((name) => aUser(t.db, { tenant, name, roles: ['admin'] })),
  )
  const user = await aUser(t.db, { tenant })
  const [ada, ben] = admins.map((admin) => t.as(admin))
  const edit = async (caller: typeof ada, version: number, name: string) =>
    await caller?.patch(`/users/${user.id}`, { version, name, email: user.email })
  let version = 1
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all([
      edit(ada, version, `Ada's ${round}`),
      edit(ben, version, `Ben's ${round}`),
    ])
    const won = answers.filter((answer) => answer?.status === 200)
    const lost = answers.filter((answer) => answer?.status === 409)
    expect([won.length, lost.length]).toEqual([1, 1])
    const winner = UserDetails.parse(won[0]?.body)
    const { details } = ApiErrorBody.parse(lost[0]?.body)
    expect(UserConflict.parse(details).person).toEqual(winner)
    expect(winner.version).toBe(version + 1)
    // Having seen it, the second one decides, and is not refused again.
    const decided = await edit(ben, winner.version, `Decided ${round}`)
    expect(decided?.status).toBe(200)
    version = winner.version + 1
  }
  const { rows } = await t.owner.query('select name, version from users where id = $1', [user.id])
  expect(rows).toEqual([{ name: `Decided ${ROUNDS - 1}`, version: 1 + 2 * ROUNDS }])
  const saved = await t.owner.query('select from audit_events where subject = $1', [
    `user ${user.id}`,
  ])
  expect(saved.rowCount).toBe(2 * ROUNDS)
}, 60_000)
