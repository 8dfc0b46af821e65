import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EmailList, ListedEmail } from 'contract/email-list'
import { MAX_INVITED } from 'contract/invitations'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { type AddressTable, addressesIn, NOT_CHOSEN } from './address-table.ts'
import { useDraftState } from '#features/records/form-draft.ts'

interface AddressFile {
  name: string
  table: AddressTable
  /** Addresses in the chosen column, and rows without one. */
  found: number
  without: number
}

const NONE: readonly ListedEmail[] = []

export type EmailsToInvite = ReturnType<typeof useEmailsToInvite>

/** `first`: an address that is listed already, of which nothing would be lost. */
export function useEmailsToInvite(place: number | undefined, first?: string) {
  const [given] = useState(() => (first === undefined ? NONE : [{ email: first, fault: null }]))
  const [listed, setListed] = useDraftState('emails to invite', given)
  const [typed, setTyped] = useState('')
  const [file, setFile] = useState<AddressFile>()
  /** Addresses beyond the ones listed. */
  const [unlisted, setUnlisted] = useState(0)
  const emails = listed.filter(({ fault }) => fault === null).map(({ email }) => email)
  const isChecked = emails.length > 0 && listed.length <= MAX_INVITED
  const check = useQuery({
    queryKey: [...api.invitations.check.key, place, emails],
    queryFn: ({ signal }) =>
      api.invitations.check.call({ body: { emails, tenant_id: place } }, { signal }),
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
  const count = entries.length === 0 ? 0 : entries.length + unlisted
  const isTooMany = count > MAX_INVITED
  function add({ emails: more, count: all }: EmailList, without: readonly ListedEmail[] = []) {
    const removed = new Set(without.map(({ email }) => email))
    setListed((before) =>
      merged(
        before.filter(({ email }) => !removed.has(email)),
        more,
      ),
    )
    setUnlisted(all - more.length)
  }
  return {
    /** Undefined: the user's own organisation, or none yet. */
    place,
    entries,
    count,
    isTooMany,
    file,
    /** Uses a column of a file, instead of the one used before. */
    readFile: (name: string, table: AddressTable) => {
      const { without, ...found } = addressesIn(table)
      setFile({ name, table, without, found: found.count })
      add(found, file?.name === name ? addressesIn(file.table).emails : [])
    },
    typed,
    setTyped,
    isDirty: (entries.length > 0 && listed !== given) || typed.trim() !== '',
    addresses: emails,
    isReady: isChosen(file) && !isTooMany && isSendable(entries),
    add,
    remove: (email: string) => setListed(listed.filter((one) => one.email !== email)),
    removeWrong: () => setListed(entries.filter(({ fault }) => fault === null)),
    checkAgain: () => void check.refetch(),
  }
}

function isChosen(file: AddressFile | undefined): boolean {
  return file?.table.chosen !== NOT_CHOSEN
}

function isSendable(entries: readonly ListedEmail[]): boolean {
  return entries.length > 0 && entries.every(({ fault }) => fault === null)
}

function merged(listed: readonly ListedEmail[], more: readonly ListedEmail[]) {
  const known = new Set(listed.map(({ email }) => email.toLowerCase()))
  return [...listed, ...more.filter(({ email }) => !known.has(email.toLowerCase()))]
}
