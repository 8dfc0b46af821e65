import { plural } from 'rules/plural'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { MfaStatus } from 'contract/mfa'
import { Suspense, useState } from 'react'
import { api } from '#core/api.ts'
import { showSuccess } from '#core/toast.ts'
import { invalidate } from '#core/invalidate.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { RecoveryCodes } from '#features/identity/mfa/recovery-codes.tsx'
import { ConfirmOwnerDialog } from '#features/identity/confirm-owner/confirm-owner-dialog.tsx'
import type { Confirmation } from '#features/identity/confirm-owner/typed-confirmation.ts'
import { setMfaEnabled } from '#core/user.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { takeFocus } from '#ui/take-focus.ts'
import { SettingsSection } from './settings-section.tsx'

const SetUpMfa = lazyPart(() => import('#features/identity/mfa/set-up-mfa.tsx'), 'SetUpMfa')

export function TwoStep() {
  const { data: status } = useSuspenseQuery(api.mfa.status.query())
  const { password } = useSuspenseQuery(api.identities.list.query()).data
  const [hasSavedCodes, setSavedCodes] = useState(false)
  const savedCodes = { hasSavedCodes, onCodesSaved: () => setSavedCodes(true) }
  if (password === 'none' && !status.is_enabled)
    return (
      <SettingsSection
        title="Two-step verification"
        meta="Two-step verification is only for password sign-in. Your organisation’s single sign-on handles verification for you."
      />
    )
  return (
    <SettingsSection title="Two-step verification" meta={descriptionOf(status)}>
      {status.is_enabled ? (
        <TurnedOn status={status} {...savedCodes} />
      ) : (
        <TurnedOff status={status} {...savedCodes} />
      )}
    </SettingsSection>
  )
}

function descriptionOf({ method }: MfaStatus) {
  return method === 'sso'
    ? 'Your organisation’s single sign-on handles verification. This setting applies when you sign in with your password.'
    : 'With two-step verification, you enter your password and then a code from an app on your phone. No one can sign in with your password alone.'
}

interface StateProps {
  status: MfaStatus
  hasSavedCodes: boolean
  onCodesSaved: () => void
}

function TurnedOff({ status: { method }, onCodesSaved }: StateProps) {
  const queryClient = useQueryClient()
  const [isSettingUp, setSettingUp] = useState<boolean>()
  if (!isSettingUp) {
    return (
      <Button
        ref={isSettingUp === false ? takeFocus : undefined}
        variant={method === 'sso' ? 'ghost' : 'outline'}
        onClick={() => setSettingUp(true)}
      >
        Set up two-step verification
      </Button>
    )
  }
  return (
    <Suspense fallback={<div className="h-48" />}>
      <SetUpMfa
        doneLabel="I have saved the codes"
        onDone={finish}
        onCancel={() => setSettingUp(false)}
      />
    </Suspense>
  )

  async function finish() {
    onCodesSaved()
    showSuccess('Two-step verification is on', 'You’re signed out on all other devices.')
    await refreshStatus(queryClient)
  }
}

function TurnedOn({ status, hasSavedCodes, onCodesSaved }: StateProps) {
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  const left = status.recovery_codes_left
  if (codes) {
    return (
      <RecoveryCodes
        codes={codes}
        doneLabel="I have saved the codes"
        onDone={() => {
          onCodesSaved()
          setCodes(null)
        }}
      />
    )
  }
  return (
    <>
      <p
        ref={hasSavedCodes ? takeFocus : undefined}
        tabIndex={-1}
        className="flex flex-wrap items-center gap-3 text-16"
      >
        <Badge variant="success">On</Badge>
        {plural(left, { one: '# recovery code left', other: '# recovery codes left' })}
      </p>
      <div className="flex flex-wrap gap-3">
        <ConfirmOwnerDialog
          trigger="Create new recovery codes"
          title="Create new recovery codes?"
          description="Your current codes will stop working."
          actionLabel="Create new codes"
          actionVariant="primary"
          failureTitle="The new codes were not created."
          onConfirm={renew}
        />
        {!status.is_required && (
          <ConfirmOwnerDialog
            trigger="Turn off"
            title="Turn off two-step verification?"
            description="You’ll no longer need a verification code when you sign in with your password. This signs you out on all other devices."
            actionLabel="Turn off two-step verification"
            actionVariant="destructive"
            failureTitle="Two-step verification is still on."
            onConfirm={turnOff}
          />
        )}
      </div>
      {status.is_required && (
        <p className="measure text-15 text-subtle-foreground">
          Your organisation requires two-step verification, so you can’t turn it off. If you change
          phones, ask your administrator to reset two-step verification.
        </p>
      )}
    </>
  )

  async function renew(body: Confirmation) {
    const { recovery_codes } = await api.mfa.renewCodes.call({ body })
    setCodes(recovery_codes)
    await refreshStatus(queryClient)
  }

  async function turnOff(body: Confirmation) {
    await api.mfa.disable.call({ body })
    setMfaEnabled(queryClient, false)
    showSuccess('Two-step verification is off')
    await refreshStatus(queryClient)
  }
}

async function refreshStatus(queryClient: ReturnType<typeof useQueryClient>) {
  await invalidate(queryClient, [
    api.mfa.status.key,
    api.identities.list.key,
    api.auth.sessions.key,
  ])
}
