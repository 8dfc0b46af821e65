import { plural } from 'rules/plural'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OrganisationDetails } from 'contract/tenants'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { formatDate } from '#core/time.ts'
import { showToast } from '#core/toast.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/section.tsx'
import { refreshOrganisation } from '#support/refresh-organisation.ts'

export function Suspension({ organisation }: { organisation: OrganisationDetails }) {
  const [isAsking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const done = (title: string) => async (changed: OrganisationDetails) => {
    setAsking(false)
    showToast({ title })
    await refreshOrganisation(queryClient, changed)
  }
  const suspend = useMutation({
    ...api.tenants.suspend.mutation(),
    onSuccess: done('Organisation suspended'),
    onError: () => setAsking(false),
  })
  const reactivate = useMutation({
    ...api.tenants.reactivate.mutation(),
    onSuccess: done(
      organisation.removal_at === null ? 'Organisation reactivated' : 'Organisation kept',
    ),
  })
  const params = { id: organisation.id }
  const { status } = organisation
  const { removal_at: removal } = organisation
  return (
    <Section id="suspension" title={titleOf(organisation)} className="mt-10 border-t pt-6">
      <p className="mt-1 mb-4 measure text-14 text-muted-foreground">{stateText(organisation)}</p>
      <FailureAlert
        error={suspend.error ?? reactivate.error}
        title="The organisation was not changed."
      />
      {status === 'suspended' && (
        <Button
          variant="outline"
          isLoading={reactivate.isPending}
          onClick={() => reactivate.mutate({ params })}
        >
          {removal === null ? 'Reactivate organisation' : 'Keep organisation'}
        </Button>
      )}
      {status === 'active' && (
        <Button variant="destructive-outline" onClick={() => setAsking(true)}>
          Suspend organisation
        </Button>
      )}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Suspend ${organisation.name}?`}
        description={suspensionText(organisation)}
        actionLabel={`Suspend ${organisation.name}`}
        isLoading={suspend.isPending}
        onAction={() => suspend.mutate({ params })}
      />
    </Section>
  )
}

function stateText({ status, removal_at: removal }: OrganisationDetails) {
  if (removal !== null)
    return `Users can’t sign in. All data and files of this organisation will be deleted on ${formatDate(removal)}, unless you keep the organisation.`
  return status === 'suspended'
    ? 'Users can’t sign in. They see a message that the organisation is suspended. No data is deleted.'
    : 'If you suspend the organisation, users are signed out and can’t sign in until you reactivate it. No data is deleted.'
}

function titleOf({ status, removal_at }: OrganisationDetails) {
  if (removal_at !== null) return 'Organisation being removed'
  return status === 'suspended' ? 'Suspended organisation' : 'Suspend organisation'
}

type Counts = Pick<
  OrganisationDetails,
  'active_users' | 'assessments_in_progress' | 'open_invitations'
>

export function suspensionText(counts: Counts) {
  const { active_users: users, assessments_in_progress: started, open_invitations: open } = counts
  const effects = [
    users > 0 && plural(users, { one: '# user loses access.', other: '# users lose access.' }),
    started > 0 &&
      plural(started, {
        one: '# assessment in progress is paused.',
        other: '# assessments in progress are paused.',
      }),
    open > 0 &&
      plural(open, {
        one: '# invitation can’t be accepted.',
        other: '# invitations can’t be accepted.',
      }),
  ].filter((effect) => effect !== false)
  if (effects.length === 0)
    return 'This organisation has no active users, assessments in progress or open invitations. Visitors see that the organisation is suspended.'
  return [...effects, 'The suspension lasts until you reactivate the organisation.'].join(' ')
}
