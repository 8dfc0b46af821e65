import type { SentMail, SentMailFilter } from 'contract/sent-mails'
import { sql } from 'kysely'
import type { Db } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import { likePattern } from '#db/like-pattern.ts'
import { countRows } from '#support/count-rows.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'

type Filter = SentMailFilter & {
  /** The time zone of `from` and `to`. */
  timeZone: string
}
type Page = { limit: number; offset: number }

/** A page of the emails that a mail server has accepted, newest first, and the number of emails. */
export async function readSentMails(db: Db, scope: VisibleScope, filter: Filter, page: Page) {
  const mails = matching(db, scope, filter)
  return { rows: await read(mails, page), ...(await countRows(db, mails)) }
}

type Matching = ReturnType<typeof matching>

async function read(mails: Matching, { limit, offset }: Page): Promise<SentMail[]> {
  return await mails
    .select(['m.id', 'm.recipient', 'm.subject', 'm.response'])
    .select(sql<string>`m.sent_at`.as('sent_at'))
    .select(sql<SentMail['tenant']>`jsonb_build_object('id', t.id, 'name', t.name)`.as('tenant'))
    .orderBy('m.sent_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

function matching(
  db: Db,
  scope: VisibleScope,
  { tenant_id: tenantId, search, from, to, timeZone }: Filter,
) {
  const pattern = likePattern(search ?? '')
  return db
    .selectFrom('mails as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .where(inScope('m.tenant_id', scope))
    .where('m.status', '=', 'sent')
    .where('m.sent_at', 'is not', null)
    .$if(tenantId !== undefined, (mails) => mails.where('m.tenant_id', '=', tenantId ?? 0))
    .$if(search !== undefined, (mails) =>
      mails.where(
        sql<boolean>`(search_norm(m.recipient) like ${pattern} or search_norm(m.subject) like ${pattern})`,
      ),
    )
    .$if(from !== undefined, (mails) =>
      mails.where(sql<boolean>`m.sent_at >= ${from}::date::timestamp at time zone ${timeZone}`),
    )
    .$if(to !== undefined, (mails) =>
      mails.where(sql<boolean>`m.sent_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`),
    )
}
