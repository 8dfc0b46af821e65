import type { QueryClient } from '@tanstack/react-query'
import type { PersonCertification } from 'contract/person'
import { api } from '#core/api.ts'
import { idIn } from '#core/route-id.ts'

/** The specification, section 2: a load error shows the same as none. */
export async function loadCertifications(
  queryClient: QueryClient,
  id: string,
): Promise<PersonCertification[]> {
  const query = api.person.certifications.query({ params: { id: idIn(id) } })
  return await queryClient.fetchQuery({ ...query, retry: false }).then(
    ({ rows }) => rows,
    () => [],
  )
}
