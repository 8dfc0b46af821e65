import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { MailPreferences } from 'contract/mail-preferences'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { useTenant } from '#core/tenant.ts'
import { failureToast } from '#core/toast.ts'
import { useUser } from '#core/user.ts'
import { Alert } from '#ui/alert.tsx'
import { useSys } from '#support/sys.ts'
import { Switch } from '#ui/switch.tsx'
import { SettingsSection } from './settings-section.tsx'

const DUE = {
  key: 'due',
  label: 'Due dates',
  hint: '7 days before, 1 day before and on the day, and then every week',
} as const
const PROMPTED = { key: 'prompted', label: 'Reminders', hint: 'When an admin reminds you' } as const
const PROMPTED_BY_OWNER = {
  ...PROMPTED,
  hint: 'When an admin or the owner of a shared assessment reminds you',
} as const

/** Of what an organisation answers together. */
const TEAM_KINDS = [
  {
    key: 'assigned',
    label: 'Elements for you',
    hint: 'When a colleague assigns you an element, or an action in the plan',
  },
  { key: 'asked', label: 'Questions', hint: 'When a colleague asks you about a statement' },
  { key: 'returned', label: 'Given back', hint: 'When someone gives an element back to you' },
  {
    key: 'decided',
    label: 'Decisions',
    hint: 'When someone asks for your approval or answers your request, and when the auditor decides',
  },
] as const

const OF_INVITERS = [
  {
    key: 'to_invite',
    label: 'Invitations',
    hint: 'When a colleague asks you to invite someone',
  },
] as const

const DAILY = 'You get these in at most one email a day, at 07:00 on working days.'
const SEPARATE =
  'You get a separate email only for the first elements assigned to you in an assessment, and for an element given back to you with a due date.'
const ALWAYS = 'Emails about your account and your certificates can’t be turned off.'

/** The emails that a user can turn off. */
export function MailChoices() {
  const queryClient = useQueryClient()
  const teamKinds = can(useUser(), 'invite-users') ? [...TEAM_KINDS, ...OF_INVITERS] : TEAM_KINDS
  const isPublic = useTenant().is_public
  const kinds = isPublic ? [DUE, PROMPTED] : [DUE, PROMPTED_BY_OWNER, ...teamKinds]
  const isMailOff = useSys()?.is_mail_off
  const query = api.account.mails.query()
  const { data } = useSuspenseQuery(query)
  const { mutate } = useMutation({
    mutationFn: (body: MailPreferences) => api.account.chooseMails.call({ body }),
    onMutate: (body) => {
      queryClient.setQueryData(query.queryKey, body)
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: query.queryKey })
      failureToast('This setting could not be saved')(error)
    },
  })
  return (
    <SettingsSection
      title="Emails you get"
      anchor="emails"
      meta={[DAILY, ...(isPublic ? [] : [SEPARATE]), ALWAYS].join(' ')}
    >
      {isMailOff && (
        <Alert variant="warning" title="Email is turned off.">
          All emails are on hold until email is turned on.
        </Alert>
      )}
      {kinds.map(({ key, label, hint }) => (
        <Switch
          key={key}
          label={label}
          hint={hint}
          checked={data[key]}
          onChange={({ target }) => mutate({ ...data, [key]: target.checked })}
        />
      ))}
    </SettingsSection>
  )
}
