import { parseArgs } from 'node:util'
import { SENT_MAIL_DAYS } from 'contract/sent-mail-days'
import type { SentMail } from 'contract/sent-mails'
import { platformScopeOf } from '#core/context.ts'
import { StartError } from '#core/start-error.ts'
import { withTenants } from '#db/pools.ts'
import { readEnv } from '#env.ts'
import { readSentMails } from '#features/overview/sent-mails/sent-mails.queries.ts'
import { findTenant, listTenants, withInstallation } from './open-installation.ts'

const MOST = 10_000
const USAGE = `Usage:
  npm run sent-mails -- [--tenant LABEL] [--search TEXT] [--json]
Lists the emails that the mail server accepted in the last ${SENT_MAIL_DAYS} days, up to ${MOST} of the newest.
  --search TEXT  only those with this text in the recipient or subject
  --json         one object for each line`

/** Returns the text to print. */
export async function sentMailsCommand(args: string[], variables: NodeJS.ProcessEnv) {
  if (args.includes('--help')) return USAGE
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      tenant: { type: 'string' },
      search: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  if (positionals.length > 0) throw new StartError(USAGE)
  const { rows } = await withInstallation(readEnv(variables), async (pools) => {
    const tenants =
      values.tenant === undefined
        ? await listTenants(pools)
        : [await findTenant(pools, values.tenant)]
    const ids = tenants.map(({ id }) => id)
    const filter = { search: values.search, timeZone: 'UTC' }
    return await withTenants(pools, ids, (db) =>
      readSentMails(db, platformScopeOf(ids), filter, { limit: MOST, offset: 0 }),
    )
  })
  if (values.json) return rows.map((mail) => JSON.stringify(mail)).join('\n')
  if (rows.length === 0) return 'No emails were sent.'
  return rows.map(lineOf).join('\n')
}

function lineOf({ sent_at, tenant, recipient, subject, response }: SentMail): string {
  return [sent_at, tenant.name, recipient, subject, response ?? 'no answer recorded'].join('  ')
}
