import { formatNumber, plural } from 'rules/plural'
import { parseEmails } from 'contract/email-list'
import { MAX_INVITED } from 'contract/invitations'
import { FileUp } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { emailDomain } from '#core/email-domain.ts'
import { isolated } from '#core/isolated.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { ChipsField } from '#ui/chips-field.tsx'
import { FieldError } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { addressesIn, NOT_CHOSEN, readAddressTable } from './address-table.ts'
import { organisationDomains } from './organisation-domains.ts'
import { OutsideRows } from './outside-rows.tsx'
import type { EmailsToInvite } from './use-emails-to-invite.ts'

const MAX_BYTES = 4_000_000
const SHOWN_FAULTS = 4

interface InvitedEmailsProps {
  emails: EmailsToInvite
  isSubmitted: boolean
}

export function InvitedEmails({ emails, isSubmitted }: InvitedEmailsProps) {
  const { entries } = emails
  const faults = entries.flatMap(({ fault }) => (fault === null ? [] : [fault]))
  return (
    <div className="flex flex-col gap-2">
      <ChipsField
        label="Email addresses"
        hint="Type or paste addresses, separated by commas or new lines."
        entries={entries.map(({ email, fault }) => ({ text: email, isWrong: fault !== null }))}
        error={errorOf(emails, isSubmitted)}
        typed={emails.typed}
        onType={emails.setTyped}
        onAdd={(text) => emails.add(parseEmails(text))}
        onRemove={emails.remove}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-14">
        <p role="status" className="text-muted-foreground">
          {entries.length > 0 && countText(entries.length, faults.length)}
        </p>
        <CsvButton emails={emails} />
      </div>
      {emails.file && <ChosenColumn emails={emails} file={emails.file} />}
      {faults.length > 0 && (
        <div role="alert" className="flex flex-col items-start gap-1.5">
          {faults.slice(0, SHOWN_FAULTS).map((fault) => (
            <FieldError key={fault}>{fault}</FieldError>
          ))}
          {faults.length > SHOWN_FAULTS && (
            <p className="pl-5.5 text-13 text-destructive-ink">
              {plural(faults.length - SHOWN_FAULTS, {
                one: '# more address above can’t be invited',
                other: '# more addresses above can’t be invited',
              })}
            </p>
          )}
          <button type="button" className="link hit-44 text-14" onClick={emails.removeWrong}>
            {plural(faults.length, {
              one: 'Remove this address',
              other: 'Remove these # addresses',
            })}
          </button>
        </div>
      )}
    </div>
  )
}

function errorOf({ count, isTooMany }: EmailsToInvite, isSubmitted: boolean) {
  if (isTooMany)
    return `There are ${formatNumber(count)} addresses. You can invite up to ${MAX_INVITED} users at a time. Remove some addresses or use a shorter list.`
  return isSubmitted && count === 0 ? 'Enter an email address' : undefined
}

function countText(count: number, wrong: number) {
  const addresses = plural(count, { one: '# address', other: '# addresses' })
  return wrong === 0 ? addresses : `${addresses}, ${wrong} can’t be invited`
}

interface ChosenColumnProps {
  emails: EmailsToInvite
  file: NonNullable<EmailsToInvite['file']>
}

/** Says which column of the file is used, and lets the user choose another one. */
function ChosenColumn({ emails, file }: ChosenColumnProps) {
  const { name, table, without, found } = file
  const options = table.columns.map(({ heading }, at) => ({
    value: String(at),
    label: heading === '' ? `Column ${at + 1}` : heading,
  }))
  const text = plural(found, { one: '# address', other: '# addresses' })
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2 rounded-md bg-muted p-3 text-14">
      <SelectField
        label={`Column of ${isolated(name)}`}
        options={options}
        placeholder={table.chosen === NOT_CHOSEN ? 'Choose a column' : undefined}
        value={table.chosen === NOT_CHOSEN ? '' : String(table.chosen)}
        error={
          table.chosen === NOT_CHOSEN
            ? 'Choose the column with the addresses to invite.'
            : undefined
        }
        onChange={({ target }) => emails.readFile(name, { ...table, chosen: Number(target.value) })}
      />
      <p role="status" className="py-2.5">
        {table.chosen !== NOT_CHOSEN && text}
        {without > 0 && (
          <span className="text-warning-ink">
            {plural(without, {
              one: '. # row has no address in this column',
              other: '. # rows have no address in this column',
            })}
          </span>
        )}
      </p>
      <OutsideRows emails={emails} file={file} />
    </div>
  )
}

/** Where the organisation's users have their addresses. An admin's own address counts, unless they invite for another organisation. */
function useDomains(place: number | undefined) {
  const { email, tenant } = useUser()
  const { is_platform } = useTenant()
  const own = is_platform ? undefined : emailDomain(email)
  return async () => {
    const id = place ?? (is_platform ? undefined : tenant.id)
    const known = id === undefined ? [] : await organisationDomains(id)
    return own === undefined ? known : [own, ...known]
  }
}

function CsvButton({ emails }: { emails: EmailsToInvite }) {
  const readDomains = useDomains(emails.place)
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState('')
  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // The same file may be chosen again after a fix.
    target.value = ''
    if (!file) return
    if (file.size > MAX_BYTES)
      return setFault('This file is larger than 4 MB. Choose a smaller file.')
    const table = readAddressTable(await file.arrayBuffer(), await readDomains())
    if (table === undefined)
      return setFault(`${file.name} is not a text file. Save it as CSV and try again.`)
    if (table.chosen !== NOT_CHOSEN && addressesIn(table).emails.length === 0)
      return setFault(`${file.name} contains no email addresses. Choose another file.`)
    setFault('')
    emails.readFile(file.name, table)
  }
  return (
    <div className="ml-auto flex flex-wrap items-center gap-3">
      {fault && <FieldError>{fault}</FieldError>}
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="CSV file with email addresses"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void read(event)}
      />
      <Button variant="outline" size="xs" icon={<FileUp />} onClick={() => input.current?.click()}>
        Choose CSV file
      </Button>
    </div>
  )
}
