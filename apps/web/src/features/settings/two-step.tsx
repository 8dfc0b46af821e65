import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { MfaStatus } from 'contract/mfa'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { RecoveryCodes } from '#features/mfa/recovery-codes.tsx'
import { SetUpMfa } from '#features/mfa/set-up-mfa.tsx'
import { ProofDialog } from '#features/proof/proof-dialog.tsx'
import type { Proof } from '#features/proof/typed-proof.ts'
import { setMfaEnabled } from '#features/session/user.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { takeFocus } from '#ui/take-focus.ts'
import { Section } from './section.tsx'

export function TwoStep() {
  const { data: status } = useSuspenseQuery(api.mfa.status.query())
  const { password } = useSuspenseQuery(api.identities.list.query()).data
  const [hasKept, setKept] = useState(false)
  const codesKept = { hasKept, onKept: () => setKept(true) }
  if (password === 'none' && !status.is_enabled) return <NoPassword />
  return (
    <Section title="Two-step sign-in" meta={meaningOf(status)}>
      {status.is_enabled ? (
        <TurnedOn status={status} {...codesKept} />
      ) : (
        <TurnedOff status={status} {...codesKept} />
      )}
    </Section>
  )
}

function NoPassword() {
  return (
    <Section
      title="Two-step sign-in"
      meta="It goes with a password, and you have none: your single sign-on brings its own second step."
    />
  )
}

function meaningOf({ method }: MfaStatus) {
  return method === 'sso'
    ? 'You came by single sign-on, which brings its own second step. This one counts when you sign in with your password.'
    : 'After your password, a code from an app on your phone. Whoever learns your password still cannot sign in.'
}

interface StateProps {
  status: MfaStatus
  hasKept: boolean
  onKept: () => void
}

function TurnedOff({ status: { method }, onKept }: StateProps) {
  const queryClient = useQueryClient()
  const [isSettingUp, setSettingUp] = useState<boolean>()
  if (!isSettingUp) {
    return (
      <Button
        ref={isSettingUp === false ? takeFocus : undefined}
        variant={method === 'sso' ? 'ghost' : 'outline'}
        onClick={() => setSettingUp(true)}
      >
        Set up two-step sign-in
      </Button>
    )
  }
  return (
    <SetUpMfa
      doneLabel="I have kept the codes"
      onDone={finish}
      onCancel={() => setSettingUp(false)}
    />
  )

  async function finish() {
    onKept()
    showToast({
      variant: 'success',
      title: 'Two-step sign-in is on',
      description: 'Every other device is signed out',
    })
    await refreshStatus(queryClient)
  }
}

function TurnedOn({ status, hasKept, onKept }: StateProps) {
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  const left = status.recovery_codes_left
  if (codes) {
    return (
      <RecoveryCodes
        codes={codes}
        doneLabel="I have kept the codes"
        onDone={() => {
          onKept()
          setCodes(null)
        }}
      />
    )
  }
  return (
    <>
      <p
        ref={hasKept ? takeFocus : undefined}
        tabIndex={-1}
        className="flex flex-wrap items-center gap-3 text-16"
      >
        <Badge variant="success">On</Badge>
        {left === 1 ? '1 recovery code left' : `${left} recovery codes left`}
      </p>
      <div className="flex flex-wrap gap-3">
        <ProofDialog
          trigger="New recovery codes"
          title="Make new recovery codes?"
          description="The codes that you have now stop working."
          actionLabel="Make new codes"
          actionVariant="primary"
          failureTitle="No new codes were made."
          onProof={renew}
        />
        {!status.is_required && (
          <ProofDialog
            trigger="Turn off"
            title="Turn two-step sign-in off?"
            description="Your password alone will sign you in. Every other device is signed out."
            actionLabel="Turn off two-step sign-in"
            actionVariant="destructive"
            failureTitle="Two-step sign-in is still on."
            onProof={turnOff}
          />
        )}
      </div>
      {status.is_required && (
        <p className="measure text-15 text-subtle-foreground">
          Your organisation asks for two-step sign-in, so it cannot be turned off. For another
          phone, ask your administrator to reset it.
        </p>
      )}
    </>
  )

  async function renew(body: Proof) {
    const { recovery_codes } = await api.mfa.renewCodes.call({ body })
    setCodes(recovery_codes)
    await refreshStatus(queryClient)
  }

  async function turnOff(body: Proof) {
    await api.mfa.disable.call({ body })
    setMfaEnabled(queryClient, false)
    showToast({ variant: 'success', title: 'Two-step sign-in is off' })
    await refreshStatus(queryClient)
  }
}

async function refreshStatus(queryClient: ReturnType<typeof useQueryClient>) {
  await Promise.all(
    [api.mfa.status.key, api.identities.list.key, api.auth.sessions.key].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
