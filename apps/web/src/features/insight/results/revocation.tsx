import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { CertificationSummary } from 'contract/certifications'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { showSuccess } from '#core/toast.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { useSys } from '#support/sys.ts'
import { ReasonDialog } from '#support/reason-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/section.tsx'

interface RevocationProps {
  certification: CertificationSummary
}

export function Revocation({ certification: { id, number, holder } }: RevocationProps) {
  const mayRevoke = can(useUser(), 'certify-assessments')
  const isPlatform = useTenant().is_platform
  const isMailOff = useSys()?.is_mail_off
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const queryClient = useQueryClient()
  const router = useRouter()
  const revoke = useMutation({
    mutationFn: () =>
      api.certifications.revoke.call({ params: { id }, body: { reason: reason.trim() } }),
    onSuccess: async () => {
      setAsking(false)
      showSuccess(`Certificate ${number} revoked`)
      const { certification, certifications } = api.userResults
      for (const { key: queryKey } of [certification, certifications])
        queryClient.removeQueries({ queryKey })
      await router.invalidate()
    },
  })
  if (!mayRevoke || !isPlatform) return null
  return (
    <Section id="revocation" title="Revoke" level="h3" className="border-t pt-6">
      <p className="mt-1 mb-4 measure text-14 text-muted-foreground">
        Anyone who checks the certificate will see that it was revoked. You can’t undo this.
      </p>
      <ReasonDialog
        open={isAsking}
        onOpenChange={setAsking}
        trigger={<Button variant="destructive-outline">Revoke certificate</Button>}
        title={`Revoke certificate ${number}?`}
        description={`${holder} will no longer be able to use or download the certificate. You can’t undo this.`}
        actionLabel="Revoke certificate"
        label="Reason"
        hint={`The certificate holder and the organisation’s admins see the reason with the certificate${isMailOff ? '' : ', and get it by email'}.`}
        reason={reason}
        onReason={setReason}
        mutation={revoke}
        failure="The certificate was not revoked."
      />
    </Section>
  )
}
