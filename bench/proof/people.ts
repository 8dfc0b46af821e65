import pg from 'pg'
import { makeAccessTokens } from 'api/core/access-token'
import { type Db, databaseOf } from 'api/db/driver'
import { migrate } from 'api/db/migrate'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aSession,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { TEST_SECRET } from 'api/testing/names'

/** Somebody signed in, with an assessment that is just begun. */
export type Person = {
  host: string
  token: string
  assessmentId: number
  /** With the ids of their responses, lowest first. */
  statements: { id: number; responses: number[] }[]
}

/** Migrates the database and adds an organisation with so many people. */
export async function addPeople(ownerUrl: string, count: number): Promise<Person[]> {
  await migrate(ownerUrl, { secret: TEST_SECRET })
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  try {
    const db = databaseOf(owner)
    const tenant = await aTenant(db)
    const contentSetId = await aContentSet(db, { tenant, file: aSmallSet() })
    const { rows: statements } = await owner.query<Person['statements'][number]>(
      `select s.id, array_agg(r.id order by r.value)::float8[] as responses
       from statements s join statement_responses r on r.tenant_id = s.tenant_id and r.statement_id = s.id
       where s.content_set_id = $1 group by s.id order by s.id`,
      [contentSetId],
    )
    const people: Person[] = []
    for (let n = 0; n < count; n += 1) {
      people.push({ ...(await aPerson(db, tenant, contentSetId)), statements })
    }
    return people
  } finally {
    await owner.end()
  }
}

async function aPerson(db: Db, tenant: TestTenant, contentSetId: number) {
  const user = await aUser(db, { tenant })
  return {
    host: tenant.host,
    token: await aToken(db, user),
    assessmentId: await anAssessment(db, { user, contentSetId, answered: [] }),
  }
}

/** With which somebody calls a node. */
export async function aToken(db: Db, user: TestUser): Promise<string> {
  const sessionId = await aSession(db, user)
  const claims = { userId: user.id, tenantId: user.tenantId, sessionId }
  return await makeAccessTokens([TEST_SECRET], () => new Date()).sign(claims)
}
