import type { Command } from 'commander'
import { SENT_MAIL_DAYS } from 'contract/list-sizes'
import type { SentMail } from 'contract/sent-mails'
import { platformScopeOf } from '#db/scope.ts'
import { withTenants } from '#db/pools.ts'
import { readEnv } from '#read-env.ts'
import { readSentMails } from '#features/insight/sent-mails/sent-mails.queries.ts'
import { findTenant, listTenants, withInstallation } from './open-installation.ts'
import type { Call } from './waymark.ts'

const MOST = 10_000

type Options = { tenant?: string; search?: string; json?: boolean }

export function sentMailsCommand(command: Command, { variables, answer }: Call): void {
  command
    .description(
      `list the emails that the mail server accepted in the last ${SENT_MAIL_DAYS} days, up to ${MOST} of the newest`,
    )
    .option('--tenant <LABEL>', 'only this organisation’s')
    .option('--search <TEXT>', 'only those with this text in the recipient or subject')
    .option('--json', 'one object for each line')
    .action(async (options: Options) => answer(await sentMails(options, variables)))
}

async function sentMails(values: Options, variables: NodeJS.ProcessEnv): Promise<string> {
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
