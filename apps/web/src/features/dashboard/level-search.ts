import type { Levels } from 'contract/dashboard'

/** What the list of participation is asked for, to show the people of a figure. */
export type LevelSearch = {
  year: number
  title?: string
  scale?: number
  tenant_id?: number
  type?: 'self_assessment'
}

/** The people with a report on the content set in view; without an organisation, of all of them. */
export function levelSearch(
  { title, scale, by }: Pick<Levels, 'title' | 'scale' | 'by'>,
  tenantId: number | null,
  year: number,
): LevelSearch {
  return {
    year,
    ...(title !== null && { title }),
    ...(scale && { scale: scale.length }),
    ...(by === 'organisation' && tenantId !== null && { tenant_id: tenantId }),
  }
}
