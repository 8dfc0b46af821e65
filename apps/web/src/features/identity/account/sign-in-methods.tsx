import { isolated } from '#core/isolated.ts'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { SignInMethod, SignInMethods as Methods } from 'contract/identities'
import { settingsPageAt } from 'contract/settings-page'
import { Cloud, KeyRound, RectangleEllipsis, Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '#core/api.ts'
import { formatDate } from '#core/time.ts'
import { showSuccess } from '#core/toast.ts'
import { invalidate } from '#core/invalidate.ts'
import { linkIdentity } from '#features/identity/oidc/identity-flows.ts'
import { ConfirmOwnerDialog } from '#features/identity/confirm-owner/confirm-owner-dialog.tsx'
import { SignInAgain } from '#features/identity/confirm-owner/sign-in-again.tsx'
import {
  type Askable,
  onlyNeeded,
  type Confirmation,
} from '#features/identity/confirm-owner/typed-confirmation.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SettingsSection } from './settings-section.tsx'

export function SignInMethods() {
  const { password, methods, confirmation } = useSuspenseQuery(api.identities.list.query()).data
  return (
    <SettingsSection
      title="Sign-in methods"
      meta={
        methods.some((method) => method.can_link) &&
        'Link your account to your organisation’s other sign-in methods.'
      }
    >
      {confirmation === 'too-old' && methods.length > 0 && (
        <SignInAgain title="Sign in again to change your sign-in methods." />
      )}
      <ul className="border-b">
        <Row icon={<RectangleEllipsis />} name="Password" text={PASSWORD_TEXTS[password]}>
          {password === 'usable' && <Badge variant="success">In use</Badge>}
        </Row>
        {methods.map((method) => (
          <Row
            key={`${method.kind} ${method.domain ?? method.name}`}
            icon={ICONS[method.kind]}
            name={method.name}
            text={textOf(method)}
          >
            <Action method={method} confirmation={confirmation} />
          </Row>
        ))}
      </ul>
    </SettingsSection>
  )
}

const ICONS = { sso: <KeyRound />, salesforce: <Cloud />, other: <Unlink /> }

const PASSWORD_TEXTS: Record<Methods['password'], string> = {
  usable: 'You can sign in with your password.',
  none: 'You have no password. You sign in with one of the methods below.',
  replaced: 'Turned off while a sign-in provider is linked. The provider handles verification.',
  'sso-only': 'Your organisation requires single sign-on.',
}

function textOf({ kind, domain, identity }: SignInMethod) {
  if (kind === 'other')
    return 'You can’t sign in here with this method. The link may belong to another organisation. If the same provider is also in this list, link it there.'
  const since = identity ? `Linked on ${formatDate(identity.linked_at)}` : 'Not linked'
  return domain === null ? `${since}.` : `${since}. For email addresses at ${domain}.`
}

interface RowProps {
  icon: ReactNode
  name: string
  text: string
  children: ReactNode
}

function Row({ icon, name, text, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t py-3.5">
      <span aria-hidden="true" className="shrink-0 text-muted-foreground *:size-6 *:stroke-[1.5]">
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-16 font-medium wrap-anywhere">{name}</p>
        <p className="text-13 text-muted-foreground">{text}</p>
      </div>
      {children}
    </li>
  )
}

function Action({
  method,
  confirmation,
}: {
  method: SignInMethod
  confirmation: Methods['confirmation']
}) {
  if (confirmation === 'too-old') return method.identity && <Badge variant="success">Linked</Badge>
  if (method.identity)
    return <UnlinkButton method={method} id={method.identity.id} confirmation={confirmation} />
  if (method.can_link) return <LinkButton method={method} confirmation={confirmation} />
  return (
    method.kind === 'salesforce' && (
      <Badge>Will be linked when you next sign in with Salesforce</Badge>
    )
  )
}

interface LinkButtonProps {
  method: SignInMethod
  confirmation: Askable
}

function LinkButton({ method, confirmation }: LinkButtonProps) {
  const queryClient = useQueryClient()
  return (
    <ConfirmOwnerDialog
      trigger={
        <Button variant="outline" size="xs" aria-label={`Link ${method.name}`}>
          Link
        </Button>
      }
      title={`Link ${method.name}?`}
      // Only a user who signed in with a password has to enter it.
      description={
        confirmation === 'nothing'
          ? 'Next, you’ll sign in with this provider.'
          : 'Next, you’ll sign in with this provider. After that, you can’t sign in with your password.'
      }
      actionLabel="Continue"
      actionVariant="primary"
      failureTitle="The sign-in method was not linked."
      needs={confirmation}
      onConfirm={leave}
    />
  )

  async function leave(typed: Confirmation) {
    const body = onlyNeeded(typed, confirmation)
    if (method.domain === null) {
      const { nonce } = await api.identities.startSalesforce.call({ body })
      return await linkIdentity(queryClient, nonce)
    }
    const back_to = settingsPageAt(location.pathname)
    const { url } = await api.identities.linkSso.call({
      params: { domain: method.domain },
      body: { ...body, back_to },
    })
    location.assign(url)
  }
}

function UnlinkButton({ method, id, confirmation }: LinkButtonProps & { id: number }) {
  const queryClient = useQueryClient()
  return (
    <ConfirmOwnerDialog
      trigger={
        <Button variant="outline" size="xs" aria-label={`Unlink ${method.name}`}>
          Unlink
        </Button>
      }
      title={`Unlink ${method.name}?`}
      description="This removes the method from your account and signs you out on all other devices. If you sign in with this method later, it may be linked again."
      actionLabel="Unlink"
      actionVariant="destructive"
      failureTitle={`${method.name} is still linked.`}
      needs={confirmation}
      onConfirm={unlink}
    />
  )

  async function unlink(typed: Confirmation) {
    await api.identities.unlink.call({ params: { id }, body: onlyNeeded(typed, confirmation) })
    showSuccess(`${isolated(method.name)} unlinked`, 'You’re signed out on all other devices.')
    await invalidate(queryClient, [
      api.identities.list.key,
      api.auth.sessions.key,
      api.account.me.key,
    ])
  }
}
