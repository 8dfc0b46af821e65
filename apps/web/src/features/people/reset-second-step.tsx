import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Person } from 'contract/person'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'

export function ResetSecondStep({ person: { id, name } }: { person: Person }) {
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const reset = useMutation({
    mutationFn: () => api.mfa.reset.call({ params: { id } }),
    onSuccess: async () => {
      showToast({ variant: 'success', title: 'Second step reset' })
      // The button goes first: only then is it known where the focus can go back to.
      await queryClient.invalidateQueries({ queryKey: api.person.get.key })
      setOpen(false)
    },
  })
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="outline" icon={<KeyRound />}>
          Reset second step
        </Button>
      }
      title={`Reset the second step of ${name}?`}
      description="For a lost device. The password alone signs them in until they set a second step up again; they are signed out everywhere and told by mail."
      actionLabel="Reset second step"
      isLoading={reset.isPending}
      onAction={() => reset.mutate()}
    >
      <FailureAlert error={reset.error} title="Nothing was reset." />
    </AlertDialog>
  )
}
