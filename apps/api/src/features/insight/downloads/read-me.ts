import type { HostTenant } from '#core/host-tenant.ts'
import { plural } from 'rules/plural'
import type { DataList } from './data-list.ts'
import type { MissingFile } from './file-lists.ts'

type Contents = {
  lists: readonly DataList[]
  isWhole: boolean
  tenant: Pick<HostTenant, 'name'>
  missing: readonly MissingFile[]
  now: Date
}

/** What the archive contains, in plain text. */
export function readMe({ lists, isWhole, tenant, missing, now }: Contents): string {
  const time = now.toISOString().slice(0, 16).replace('T', ' ')
  return `${isWhole ? `All data of ${tenant.name}` : `Your data at ${tenant.name}`}
Prepared on ${time} UTC

Each list is here twice: in the folder "xlsx" as a workbook for Excel and other programs, and in the folder "json" for
software. All times are in UTC.

${lists.map(({ name, about }) => `${name}: ${about.replaceAll(/[“”]/g, '"')}.`).join('\n')}

People could keep working while the lists were read, so changes of the last few minutes may be missing.

Not included: passwords and other secrets, reviews that auditors have not finished, and files that were removed, contain
a virus or have not been checked for viruses.${isWhole ? ' You can export content sets in the list of content sets.' : ''}
${missing.length > 0 ? `\n${missingPart(missing, isWhole)}\n` : ''}
This download contains personal data. Keep it safe, and delete it when you no longer need it.
`
}

/** For mails and the README. */
export function missingText(count: number): string {
  return plural(count, {
    one: '# file could not be found, so it is not included.',
    other: '# files could not be found, so they are not included.',
  })
}

function missingPart(missing: readonly MissingFile[], isWhole: boolean): string {
  const names = missing.map(
    ({ id, file, email, assessment_id }) =>
      `- ${file} (ID ${id}), attached by ${email} to assessment ${assessment_id}`,
  )
  const asked = isWhole ? 'the operator of this service' : 'your administrator'
  const them = missing.length === 1 ? 'it' : 'them'
  return `Missing: ${missingText(missing.length)} Ask ${asked} whether a backup has ${them}.
${names.join('\n')}`
}
