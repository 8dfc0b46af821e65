import { useQueryClient } from '@tanstack/react-query'
import type { SignInWay } from 'contract/identities'
import { settingsPageAt } from 'contract/settings-page'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { linkIdentity } from '#features/oidc/identity-flows.ts'
import { ProofDialog } from '#features/proof/proof-dialog.tsx'
import { onlyNeeded, type Askable, type Proof } from '#features/proof/typed-proof.ts'
import { Button } from '#ui/button.tsx'

interface LinkButtonProps {
  way: SignInWay
  proof: Askable
}

export function LinkButton({ way, proof }: LinkButtonProps) {
  const queryClient = useQueryClient()
  return (
    <ProofDialog
      trigger={
        <Button variant="outline" size="xs" aria-label={`Link ${way.name}`}>
          Link
        </Button>
      }
      title={`Link ${way.name}?`}
      description="You sign in there next. From then on it signs you in here, and your password no longer does."
      actionLabel="Continue"
      actionVariant="primary"
      failureTitle="Linking could not begin."
      needs={proof}
      onProof={leave}
    />
  )

  async function leave(typed: Proof) {
    const body = onlyNeeded(typed, proof)
    if (way.domain === null) {
      const { nonce } = await api.identities.beginSalesforce.call({ body })
      return await linkIdentity(queryClient, nonce)
    }
    const back_to = settingsPageAt(location.pathname)
    const { url } = await api.identities.linkSso.call({
      params: { domain: way.domain },
      body: { ...body, back_to },
    })
    location.assign(url)
  }
}

export function UnlinkButton({ way, id, proof }: LinkButtonProps & { id: number }) {
  const queryClient = useQueryClient()
  return (
    <ProofDialog
      trigger={
        <Button variant="outline" size="xs" aria-label={`Unlink ${way.name}`}>
          Unlink
        </Button>
      }
      title={`Unlink ${way.name}?`}
      description="It no longer signs you in. Every other device is signed out. Signing in with it again may link it again."
      actionLabel="Unlink"
      actionVariant="destructive"
      failureTitle={`${way.name} is still linked.`}
      needs={proof}
      onProof={unlink}
    />
  )

  async function unlink(typed: Proof) {
    await api.identities.unlink.call({ params: { id }, body: onlyNeeded(typed, proof) })
    showToast({
      variant: 'success',
      title: `${way.name} is unlinked`,
      description: 'Every other device is signed out',
    })
    await Promise.all(
      [api.identities.list.key, api.auth.sessions.key, api.users.me.key].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  }
}
