import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { peopleCount } from './people-count.ts'
import { withoutAdminWords } from './use-change-people.ts'
import { useGoneMeanwhile } from '#features/admin/use-gone-meanwhile.ts'

interface PeopleRemoveDialogProps {
  ids: number[]
  onClose: () => void
  onDone: () => void
}

export function PeopleRemoveDialog({ ids, onClose, onDone }: PeopleRemoveDialogProps) {
  const queryClient = useQueryClient()
  const who = peopleCount(ids.length)
  const told = useGoneMeanwhile('Nobody was removed')
  const remove = useMutation({
    mutationFn: () => api.people.remove.call({ body: { ids } }),
    onSuccess: async ({ without_admin }) => {
      onDone()
      showToast({
        variant: 'success',
        title: `${who} removed`,
        description: withoutAdminWords(without_admin),
      })
      queryClient.removeQueries({ queryKey: api.person.get.key })
      await Promise.all(
        [api.people.list.key, api.tenants.get.key].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
    onError: async (error) => {
      if (await told(error)) onClose()
    },
  })
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={`Remove ${who}?`}
      description={
        <>
          <p>
            Gone for good: name, e-mail address, password, second step, linked sign-ins, sessions
            and mailed links.
          </p>
          <p className="mt-2">
            Kept by the organisation under “Former user”: assessments and reports. Reports are
            frozen: inside them stands the name they were made for. The audit log keeps the number
            of each account.
          </p>
        </>
      }
      actionLabel={`Remove ${who}`}
      isLoading={remove.isPending}
      onAction={() => remove.mutate()}
    >
      <FailureAlert error={remove.error} title="Nobody was removed." />
    </AlertDialog>
  )
}
