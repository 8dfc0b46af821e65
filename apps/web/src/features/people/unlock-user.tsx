import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LockOpen } from 'lucide-react'
import { api } from '#core/api.ts'
import { formatMoment } from '#core/time.ts'
import { showSuccess } from '#core/toast.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'

/** Shown while a user has to wait after too many wrong passwords or codes. */
export function UnlockUser({ user: { id } }: { user: { id: number } }) {
  const queryClient = useQueryClient()
  const lock = useQuery(api.users.getLock.query({ params: { id } }))
  const unlock = useMutation({
    mutationFn: () => api.users.unlock.call({ params: { id } }),
    onSuccess: async () => {
      showSuccess('User unlocked')
      await queryClient.invalidateQueries({ queryKey: api.users.getLock.key })
    },
  })
  const until = lock.data?.locked_until ?? null
  if (until === null) return null
  return (
    <div className="space-y-2.5">
      <p className="text-14">
        Locked until {formatMoment(until)}, after too many wrong passwords or codes.
      </p>
      <Button
        variant="outline"
        icon={<LockOpen />}
        isLoading={unlock.isPending}
        onClick={() => unlock.mutate()}
      >
        Unlock
      </Button>
      <FailureAlert error={unlock.error} title="The user was not unlocked." />
    </div>
  )
}
