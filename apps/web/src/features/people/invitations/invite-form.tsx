import { plural } from 'rules/plural'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { InvitationBody } from 'contract/invitations'
import { ROLE_HINTS, ROLE_LABELS } from 'contract/labels'
import { ORGANISATION_ROLES, PLATFORM_ROLES, type Role } from 'contract/roles'
import { Send } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { hasCode } from '#core/api-error.ts'
import { api } from '#core/api.ts'
import { showSuccess } from '#core/toast.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { useSys } from '#support/sys.ts'
import { Button } from '#ui/button.tsx'
import { DialogClose } from '#ui/dialog.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useFirstInvalid } from '#ui/use-first-invalid.ts'
import { InvitedEmails } from './invited-emails.tsx'
import { type InvitedTo, INVITING } from './invite-dialog.tsx'
import { useEmailsToInvite } from './use-emails-to-invite.ts'
import { MAIL_OFF_NOTE, useInvitationsChanged } from './invitation-menu.tsx'

interface OrganisationFieldProps {
  value: InvitedTo | undefined
  onChange: (organisation: InvitedTo | undefined) => void
  isMissing: boolean
}

interface InviteFormProps {
  organisation: InvitedTo | undefined
  /** The first address. */
  email: string | undefined
  onDirty: (isDirty: boolean) => void
  onClose: () => void
}

export function InviteForm({ organisation: given, email, onDirty, onClose }: InviteFormProps) {
  const isChosen = useTenant().is_platform && !given
  const [chosen, setChosen] = useState<InvitedTo>()
  const place = given ?? chosen
  const emails = useEmailsToInvite(place?.id, email)
  useEffect(() => onDirty(emails.isDirty), [onDirty, emails.isDirty])
  const { options, role, setRole } = useRole(place)
  const [isSubmitted, setSubmitted] = useState(false)
  const { place: form, onTry, onInput } = useFirstField()
  const needsPlace = isChosen && !place
  const send = useSend({ emails: emails.addresses, roles: [role], tenant_id: place?.id }, onClose)
  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    onTry()
    if (!needsPlace && emails.isReady) send.mutate(undefined, { onError: emails.checkAgain })
  }
  return (
    <form ref={form} noValidate className="flex flex-col gap-5" onInput={onInput} onSubmit={submit}>
      {isChosen && (
        <OrganisationField
          value={place}
          onChange={setChosen}
          isMissing={isSubmitted && needsPlace}
        />
      )}
      <InvitedEmails emails={emails} isSubmitted={isSubmitted} />
      <RadioCards label="Role" options={options} value={role} onValueChange={setRole} />
      <SendFailure error={send.error} count={emails.addresses.length} />
      <Foot
        count={emails.isReady ? emails.entries.length : 0}
        wrong={emails.entries.filter(({ fault }) => fault !== null).length}
        faults={isSubmitted ? Number(needsPlace) + Number(!emails.isReady) : 0}
        isSending={send.isPending}
      />
    </form>
  )
}

const NOT_SENT = { one: 'The invitation was not sent.', other: 'The invitations were not sent.' }
const NOT_CREATED = {
  one: 'The invitation was not created.',
  other: 'The invitations were not created.',
}

function SendFailure({ error, count }: { error: Error | null; count: number }) {
  const isMailOff = useSys()?.is_mail_off
  return (
    <FailureAlert
      error={hasCode(error, 'email-taken') ? null : error}
      title={plural(count, isMailOff ? NOT_CREATED : NOT_SENT)}
    />
  )
}

function useFirstField() {
  const { place, ...invalid } = useFirstInvalid<HTMLFormElement>()
  useEffect(() => {
    // The form loads after the dialog has focused its Close button.
    place.current?.querySelector<HTMLElement>('select, input')?.focus()
  }, [place])
  return { place, ...invalid }
}

interface FootProps {
  /** Addresses that are sent now; 0 while one of them stops it. */
  count: number
  /** Addresses that can't be invited. */
  wrong: number
  faults: number
  isSending: boolean
}

function Foot({ count, wrong, faults, isSending }: FootProps) {
  const isMailOff = useSys()?.is_mail_off
  const label = isMailOff ? 'Create invitations' : sendLabel(count)
  return (
    <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap items-center justify-end gap-3 border-t bg-popover px-6 py-4 max-sm:*:grow">
      <output className="mr-auto text-14 text-destructive-ink">{stopText(wrong, faults)}</output>
      <DialogClose asChild>
        <Button variant="ghost">Cancel</Button>
      </DialogClose>
      <Button type="submit" icon={<Send />} isLoading={isSending}>
        {isSending ? (isMailOff ? 'Creating' : 'Sending') : label}
      </Button>
    </div>
  )
}

function useSend(body: InvitationBody, onClose: () => void) {
  const isMailOff = useSys()?.is_mail_off
  const changed = useInvitationsChanged()
  return useMutation({
    mutationKey: [INVITING],
    mutationFn: () => api.invitations.create.call({ body }),
    onSuccess: async ({ invitations: { length } }) => {
      onClose()
      if (isMailOff)
        showSuccess(
          plural(length, { one: '# invitation created', other: '# invitations created' }),
          MAIL_OFF_NOTE,
        )
      else showSuccess(plural(length, { one: '# invitation sent', other: '# invitations sent' }))
      await changed()
    },
  })
}

/** Falls back to the first role if the organisation doesn't offer the chosen one. */
function useRole(place: InvitedTo | undefined) {
  const roles = place?.is_platform ? PLATFORM_ROLES : ORGANISATION_ROLES
  const [wanted, setRole] = useState<Role>('user')
  const role = roles.find((one) => one === wanted) ?? roles[0]
  const options = roles.map((value) => ({
    value,
    label: ROLE_LABELS[value],
    hint: ROLE_HINTS[value],
  }))
  return { options, role, setRole }
}

function stopText(wrong: number, faults: number) {
  if (wrong > 0)
    return plural(wrong, {
      one: 'First remove the address that can’t be invited.',
      other: 'First remove the # addresses that can’t be invited.',
    })
  if (faults === 0) return null
  return plural(faults, { one: '# field needs attention', other: '# fields need attention' })
}

function sendLabel(count: number) {
  if (count === 0) return 'Send invitations'
  return plural(count, { one: 'Send # invitation', other: 'Send # invitations' })
}

function OrganisationField({ value, onChange, isMissing }: OrganisationFieldProps) {
  const { name } = useTenant()
  const { tenant } = useUser()
  const { data } = useQuery(api.tenants.choices.query())
  const all: InvitedTo[] = [
    { id: tenant.id, name: `${name} (god-admins and auditors)`, is_platform: true },
    ...(data?.organisations ?? []).map((row) => ({
      id: row.id,
      name: row.name,
      is_platform: false,
    })),
  ]
  return (
    <SelectField
      label="Organisation"
      placeholder="Choose an organisation"
      options={all.map((one) => ({ value: String(one.id), label: one.name }))}
      value={value ? String(value.id) : ''}
      onChange={({ target }) => onChange(all.find(({ id }) => String(id) === target.value))}
      error={isMissing ? 'Choose an organisation' : undefined}
    />
  )
}
