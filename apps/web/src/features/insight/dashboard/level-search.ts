import type { Levels } from 'contract/dashboard'

export type LevelSearch = {
  year: number
  title?: string
  scale?: number
  tenant_id?: number
  type?: 'self_assessment'
}

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
