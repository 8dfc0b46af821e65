import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListedEmail } from 'contract/email-list'
import { MAX_INVITED } from 'contract/invitations'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { useDraftState } from '#features/shell/form-draft.ts'

const NONE: readonly ListedEmail[] = []

export type EmailsToInvite = ReturnType<typeof useEmailsToInvite>

export function useEmailsToInvite(tenant_id: number | undefined) {
  const [listed, setListed] = useDraftState('emails to invite', NONE)
  const [typed, setTyped] = useState('')
  const emails = listed.filter(({ fault }) => fault === null).map(({ email }) => email)
  const isChecked = emails.length > 0 && listed.length <= MAX_INVITED
  const check = useQuery({
    queryKey: [...api.invitations.check.key, tenant_id, emails],
    queryFn: ({ signal }) =>
      api.invitations.check.call({ body: { emails, tenant_id } }, { signal }),
    enabled: isChecked,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const known = new Map(
    (isChecked ? check.data?.faults : [])?.map(({ email, message }) => [email, message]),
  )
  const entries = listed.map(({ email, fault }) => ({
    email,
    fault: fault ?? known.get(email) ?? null,
  }))
  const isTooMany = entries.length > MAX_INVITED
  return {
    entries,
    isTooMany,
    typed,
    setTyped,
    isDirty: entries.length > 0 || typed.trim() !== '',
    addresses: emails,
    isReady: entries.length > 0 && !isTooMany && entries.every(({ fault }) => fault === null),
    add: (more: readonly ListedEmail[]) => setListed((before) => merged(before, more)),
    remove: (email: string) => setListed(listed.filter((one) => one.email !== email)),
    removeWrong: () => setListed(entries.filter(({ fault }) => fault === null)),
    checkAgain: () => void check.refetch(),
  }
}

function merged(listed: readonly ListedEmail[], more: readonly ListedEmail[]) {
  const known = new Set(listed.map(({ email }) => email.toLowerCase()))
  return [...listed, ...more.filter(({ email }) => !known.has(email.toLowerCase()))]
}
