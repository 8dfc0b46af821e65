import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LOGO_BYTES, type CustomerDetails } from 'contract/tenants'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { dataAddressOf } from '#core/data-address.ts'
import { showToast } from '#core/toast.ts'
import { organisationQuery, refreshHost } from './refresh-organisation.ts'

/** A logo as the address of its data, or none: what somebody wants in the place of the one that was seen. */
export type WantedLogo = string | null

/** Gives an organisation another logo, or none; where somebody else was quicker, `refused` is what was wanted. */
export function useLogo({ id, logo_version: seen }: CustomerDetails) {
  const queryClient = useQueryClient()
  const [refused, setRefused] = useState<WantedLogo>()
  const change = useMutation({
    mutationFn: async (wanted: WantedLogo) => {
      setRefused(undefined)
      const params = { id }
      if (wanted !== null) {
        const [, image = ''] = wanted.split(',')
        await api.tenants.setLogo.call({ params, body: { version: seen, image } })
      } else if (seen !== null)
        await api.tenants.removeLogo.call({ params, query: { version: seen } })
    },
    onSuccess: async (_, wanted) => {
      showToast({ variant: 'success', title: wanted === null ? 'Logo removed' : 'Logo saved' })
      await refresh()
    },
    onError: async (error, wanted) => {
      if (!hasCode(error, 'conflict')) return
      await refresh()
      setRefused(wanted)
    },
  })
  const choose = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > LOGO_BYTES) throw new Error('Use a file of at most 2 MB')
      await change.mutateAsync(await dataAddressOf(file)).catch(() => undefined)
    },
  })
  const failure = choose.error ?? (hasCode(change.error, 'conflict') ? null : change.error)
  return { choose, change, failure, refused, keepTheirs: () => setRefused(undefined) }

  async function refresh() {
    const { queryKey } = organisationQuery(id)
    await Promise.all(
      [queryKey, api.tenants.logoOf.key].map((key) =>
        queryClient.invalidateQueries({ queryKey: key }),
      ),
    )
    const customer = queryClient.getQueryData(queryKey)
    if (customer) refreshHost(queryClient, customer)
  }
}
