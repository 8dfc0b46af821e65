import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CustomerDetails } from 'contract/tenants'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/section.tsx'
import { refreshOrganisation } from './refresh-organisation.ts'

export function Suspension({ customer }: { customer: CustomerDetails }) {
  const [isAsking, setAsking] = useState(false)
  const { suspend, reactivate } = useSuspension(() => setAsking(false))
  const params = { id: customer.id }
  const isSuspended = customer.status === 'suspended'
  return (
    <Section
      id="suspension"
      title={isSuspended ? 'Suspended' : 'Suspend'}
      className="mt-10 border-t pt-6"
    >
      <p className="mt-1 mb-4 measure text-14 text-muted-foreground">
        {isSuspended
          ? 'Nobody of this organisation can sign in, and its address says that it is suspended. Everything is kept.'
          : 'People are signed out at their next request and cannot sign in. Everything is kept, and you can open the organisation again.'}
      </p>
      <FailureAlert error={suspend.error ?? reactivate.error} title="Nothing was changed." />
      {isSuspended ? (
        <Button
          variant="outline"
          isLoading={reactivate.isPending}
          onClick={() => reactivate.mutate({ params })}
        >
          Open the organisation again
        </Button>
      ) : (
        <Button variant="destructive-outline" onClick={() => setAsking(true)}>
          Suspend the organisation
        </Button>
      )}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Suspend ${customer.name}?`}
        description={suspensionWords(customer)}
        actionLabel={`Suspend ${customer.name}`}
        isLoading={suspend.isPending}
        onAction={() => suspend.mutate({ params })}
      />
    </Section>
  )
}

function useSuspension(onDone: () => void) {
  const queryClient = useQueryClient()
  const done = (title: string) => async (customer: CustomerDetails) => {
    onDone()
    showToast({ title })
    await refreshOrganisation(queryClient, customer)
  }
  const suspend = useMutation({
    ...api.tenants.suspend.mutation(),
    onSuccess: done('Organisation suspended'),
    onError: onDone,
  })
  const reactivate = useMutation({
    ...api.tenants.reactivate.mutation(),
    onSuccess: done('Organisation open again'),
  })
  return { suspend, reactivate }
}

type Counts = Pick<CustomerDetails, 'active_users' | 'assessments_in_progress' | 'open_invitations'>

export function suspensionWords(counts: Counts) {
  const { active_users: people, assessments_in_progress: begun, open_invitations: open } = counts
  const met = [
    ...when(people, `${counted(people, 'person', 'people')} can no longer sign in`),
    ...when(
      begun,
      `${counted(begun, 'assessment')} in progress ${begun === 1 ? 'stands' : 'stand'} still`,
    ),
    ...when(open, `${counted(open, 'invitation')} cannot be accepted`),
  ]
  if (met.length === 0)
    return 'Nobody signs in there at present and nothing is in progress. Its address will say that it is suspended.'
  const words = new Intl.ListFormat('en-GB').format(met)
  return `${words} until you open it again.`
}

function when(count: number, words: string) {
  return count > 0 ? [words] : []
}

function counted(count: number, one: string, many = `${one}s`) {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
}
