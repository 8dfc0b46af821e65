import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { CertificationSummary } from 'contract/certifications'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { showSuccess } from '#core/toast.ts'
import { useTenant } from '#features/session/tenant.ts'
import { useUser } from '#features/session/user.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { Section } from '#ui/section.tsx'

const LONGEST = 2000

export function Revocation({ certification }: { certification: CertificationSummary }) {
  const mayRevoke = can(useUser(), 'certify-assessments')
  const isPlatform = useTenant().is_platform
  if (!mayRevoke || !isPlatform) return null
  return (
    <Section id="revocation" title="Revoke" level="h3" className="border-t pt-6">
      <p className="mt-1 mb-4 measure text-14 text-muted-foreground">
        Anyone who checks the certificate sees that it was revoked. You can’t undo this.
      </p>
      <RevokeButton certification={certification} />
    </Section>
  )
}

function RevokeButton({ certification: { id, number, holder } }: RevokeButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [wasTried, setTried] = useState(false)
  const fault = faultOf(reason.trim())
  const revoke = useRevoke(number, () => setAsking(false))
  return (
    <AlertDialog
      open={isAsking}
      onOpenChange={setAsking}
      trigger={<Button variant="destructive-outline">Revoke certificate</Button>}
      title={`Revoke certificate ${number}?`}
      description={`${holder} can no longer use or download the certificate. You can’t undo this.`}
      actionLabel="Revoke certificate"
      isLoading={revoke.isPending}
      onAction={() => {
        setTried(true)
        if (!fault) revoke.mutate({ params: { id }, body: { reason: reason.trim() } })
      }}
    >
      <TextArea
        id="reason"
        label="Reason"
        hint="The holder sees the reason in an email and on the certificate."
        limit={LONGEST}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={wasTried ? fault : undefined}
      />
      <FailureAlert error={revoke.error} title="The certificate was not revoked." />
    </AlertDialog>
  )
}

interface RevokeButtonProps {
  certification: CertificationSummary
}

function useRevoke(number: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    ...api.certifications.revoke.mutation(),
    onSuccess: async () => {
      onDone()
      showSuccess(`Certificate ${number} revoked`)
      for (const queryKey of [
        api.userResults.certification.key,
        api.userResults.certifications.key,
      ])
        queryClient.removeQueries({ queryKey })
      await router.invalidate()
    },
  })
}

function faultOf(reason: string) {
  if (reason === '') return 'Enter a reason'
  return reason.length > LONGEST ? 'Shorten the reason to 2,000 characters' : undefined
}
