import { useMemo } from 'react'
import type { EmailList } from 'contract/email-list'
import { plural } from 'rules/plural'
import { type UnusedRow, rowsOutside } from './address-table.ts'
import type { EmailsToInvite } from './use-emails-to-invite.ts'

const SHOWN = 5
/** More can't be listed. */
const MOST = 1000

interface OutsideRowsProps {
  emails: EmailsToInvite
  file: NonNullable<EmailsToInvite['file']>
}

/** Says which addresses of the file aren't used, such as the host of a meeting, and lets the user add them. */
export function OutsideRows({ emails, file: { table } }: OutsideRowsProps) {
  const all = useMemo(() => rowsOutside(table), [table])
  const listed = new Set(emails.entries.map(({ email }) => email.toLowerCase()))
  const rows = all.filter(({ emails: own }) =>
    own.some(({ email }) => !listed.has(email.toLowerCase())),
  )
  const unlisted = listOf(rows, listed)
  const { count } = unlisted
  if (count === 0) return null
  return (
    <div role="status" className="flex min-w-0 basis-full flex-col items-start gap-1.5">
      <p className="text-warning-ink">
        {plural(count, {
          one: '# address is outside the table and was left out:',
          other: '# addresses are outside the table and were left out:',
        })}
      </p>
      <ul className="max-w-full">
        {rows.slice(0, SHOWN).map(({ number, text }) => (
          <li key={number} className="line-clamp-3 wrap-anywhere">
            <span>{`Row ${number}: `}</span>
            <bdi translate="no">{text}</bdi>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && (
        <p>{plural(rows.length - SHOWN, { one: 'and # more row', other: 'and # more rows' })}</p>
      )}
      <button type="button" className="link hit-44" onClick={() => emails.add(unlisted)}>
        {plural(count, { one: 'Add this address', other: 'Add these # addresses' })}
      </button>
    </div>
  )
}

function listOf(rows: readonly UnusedRow[], listed: ReadonlySet<string>): EmailList {
  const all = rows
    .flatMap(({ emails }) => emails)
    .map((one) => [one.email.toLowerCase(), one] as const)
    .filter(([norm]) => !listed.has(norm))
  const distinct = new Map(all)
  return { emails: [...distinct.values()].slice(0, MOST), count: distinct.size }
}
