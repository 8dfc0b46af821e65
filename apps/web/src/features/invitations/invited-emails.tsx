import { plural } from 'rules/plural'
import { parseEmails, parseEmailsOfCsv } from 'contract/email-list'
import { MAX_INVITED } from 'contract/invitations'
import { FileUp } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { ChipsField } from '#ui/chips-field.tsx'
import { FieldError } from '#ui/field.tsx'
import type { EmailsToInvite } from './use-emails-to-invite.ts'

const MAX_BYTES = 256_000
const SHOWN_FAULTS = 4

interface InvitedEmailsProps {
  emails: EmailsToInvite
  isSubmitted: boolean
}

export function InvitedEmails({ emails, isSubmitted }: InvitedEmailsProps) {
  const { entries, isTooMany } = emails
  const faults = entries.flatMap(({ fault }) => (fault === null ? [] : [fault]))
  return (
    <div className="flex flex-col gap-2">
      <ChipsField
        label="Email addresses"
        hint="Type or paste addresses, separated by commas or new lines."
        entries={entries.map(({ email, fault }) => ({ text: email, isWrong: fault !== null }))}
        error={errorOf(entries.length, isTooMany, isSubmitted)}
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

function errorOf(count: number, isTooMany: boolean, isSubmitted: boolean) {
  if (isTooMany) return `You can invite up to ${MAX_INVITED} users at a time`
  return isSubmitted && count === 0 ? 'Enter an email address' : undefined
}

function countText(count: number, wrong: number) {
  const addresses = plural(count, { one: '# address', other: '# addresses' })
  return wrong === 0 ? addresses : `${addresses}, ${wrong} can’t be invited`
}

function CsvButton({ emails }: { emails: EmailsToInvite }) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState('')
  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // The same file may be chosen again after a fix.
    target.value = ''
    if (!file) return
    if (file.size > MAX_BYTES) return setFault('Choose a file up to 256 KB')
    const text = await file.text()
    if (text.includes('\0'))
      return setFault(`${file.name} is not a text file. Save it as CSV and try again.`)
    const found = parseEmailsOfCsv(text)
    setFault(
      found.length === 0 ? `${file.name} contains no email addresses. Choose another file.` : '',
    )
    emails.add(found)
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
