import type { Command } from 'commander'
import { SENT_MAIL_DAYS } from 'contract/list-sizes'
import type { SentMail } from 'contract/sent-mails'
import { formatNumber } from 'rules/plural'
import { platformScopeOf } from '#db/scope.ts'
import { withTenants } from '#db/pools.ts'
import { readEnv } from '#read-env.ts'
import { readSentMails } from '#features/insight/sent-mails/sent-mails.queries.ts'
import { findTenant, listTenants, withInstallation } from './open-installation.ts'
import { type Column, JSON_OPTION, printRows, timeText } from './print-rows.ts'
import type { Call } from './waymark.ts'

const MOST = 10_000

type Options = { tenant?: string; search?: string; json: boolean }

export function sentMailsCommand(command: Command, { variables, answer }: Call): void {
  command
    .description(
      `list up to ${formatNumber(MOST)} emails that the mail server accepted in the last ${SENT_MAIL_DAYS} days, newest first`,
    )
    .option('--tenant <LABEL>', 'only emails of this organisation')
    .option('--search <TEXT>', 'only emails with this text in the recipient or subject')
    .option(...JSON_OPTION)
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
  return printRows(rows, { isJson: values.json, columns: COLUMNS, none: 'No emails were found.' })
}

const COLUMNS: Column<SentMail>[] = [
  ['sent (UTC)', ({ sent_at }) => timeText(sent_at)],
  ['organisation', ({ tenant }) => tenant.name],
  ['recipient', ({ recipient }) => recipient],
  ['subject', ({ subject }) => subject],
  ['answer', ({ response }) => response ?? 'no answer recorded'],
]
