import type { ReportSnapshot } from 'contract/reports'

/** The element to read first: the one with the widest gap. */
export function widestElement({ elements }: ReportSnapshot): number {
  const gap = (id: number) => {
    const element = elements.find((each) => each.id === id)
    return (element?.future ?? 0) - (element?.current ?? 0)
  }
  return elements.map(({ id }) => id).reduce((widest, id) => (gap(id) > gap(widest) ? id : widest))
}
