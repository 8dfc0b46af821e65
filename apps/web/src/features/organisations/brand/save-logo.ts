import type { OrganisationDetails } from 'contract/tenants'
import { api } from '#core/api.ts'
import { isNewLogo } from '#features/organisations/organisation-values.ts'

/** Replaces or removes the logo. The other fields are saved apart from it, so they keep their version. */
export async function saveLogo(from: OrganisationDetails, image: string | null) {
  const params = { id: from.id }
  const { logo_version: version } = from
  if (isNewLogo(image)) {
    const [, bytes = ''] = image.split(',')
    await api.tenants.setLogo.call({ params, body: { version, image: bytes } })
  } else if (version !== null) await api.tenants.removeLogo.call({ params, query: { version } })
  const saved = await api.tenants.get.call({ params: { id: String(from.id) } })
  const { has_logo, logo_version, logo_size } = saved
  return { ...from, has_logo, logo_version, logo_size }
}
