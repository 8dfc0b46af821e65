import type { HostTenant } from '#core/host-tenant.ts'
import type { DataList } from './data-list.ts'

type Contents = {
  lists: readonly DataList[]
  isWhole: boolean
  tenant: Pick<HostTenant, 'name'>
  now: Date
}

/** What the archive contains, in plain text. */
export function readMe({ lists, isWhole, tenant, now }: Contents): string {
  const time = now.toISOString().slice(0, 16).replace('T', ' ')
  return `${isWhole ? `All data of ${tenant.name}` : `Your data at ${tenant.name}`}
Prepared on ${time} UTC

Each list is here twice: in the folder "xlsx" as a workbook for Excel and other programs, and in the folder "json" for
software. All times are in UTC.

${lists.map(({ name, about }) => `${name}: ${about.replaceAll(/[“”]/g, '"')}.`).join('\n')}

The lists were read while people could go on working, so changes of the last minutes may be missing.

Not included: passwords and other secrets, reviews that auditors have not finished, and files that were removed or not
checked for viruses.${isWhole ? ' You can download content sets in the list of content sets.' : ''}

This file contains personal data. Keep it safe, and delete it when you no longer need it.
`
}
