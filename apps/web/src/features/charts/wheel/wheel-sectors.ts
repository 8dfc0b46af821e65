import type { ProfileElement, Scale } from '#features/charts/profile.ts'
import { referenceOf } from 'rules/reference'
import type { Sector, Wheel } from './wheel-geometry.ts'

/** An element, or a group if there are too many elements. */
export type WheelSector = ProfileElement & {
  ids: readonly number[]
  /** Empty for a group, which has only its title. */
  reference: string
  /** The group that starts with this element, clockwise. */
  startOf?: string
}

/** What is drawn for a sector. */
export type SectorShape = {
  element: WheelSector
  scale: Scale
  wheel: Wheel
  sector: Sector
  hasName: boolean
}

const MAX_SECTORS = 24

/** One sector per element up to 24 elements, or else one per group; null if that is too many. */
export function wheelSectors(elements: readonly ProfileElement[]): WheelSector[] | null {
  if (elements.length === 0) return null
  if (elements.length <= MAX_SECTORS) {
    return elements.map((element, index) => ({
      ...element,
      ids: [element.id],
      reference: referenceOf(element),
      ...(element.group !== undefined &&
        element.group !== elements[index - 1]?.group && { startOf: element.group }),
    }))
  }
  const groups = Map.groupBy(elements, (element) => element.group)
  if (groups.has(undefined) || groups.size > MAX_SECTORS) return null
  return [...groups].map(([title = '', members]) => groupSector(title, members))
}

function groupSector(title: string, members: ProfileElement[]): WheelSector {
  const { id, to } = entranceOf(members)
  return {
    id,
    key: '',
    number: 0,
    reference: '',
    title,
    name: title,
    ids: members.map((member) => member.id),
    answered: sum(members, (member) => member.answered),
    total: sum(members, (member) => member.total),
    toConfirm: sum(members, ({ toConfirm = 0 }) => toConfirm),
    isComplete: members.every((member) => member.isComplete),
    isNext: members.some((member) => member.isNext),
    current: mean(members, (member) => member.current),
    future: mean(members, (member) => member.future),
    certified: mean(members, (member) => member.certified),
    ...(to === undefined ? {} : { to }),
  }
}

function entranceOf(members: ProfileElement[]): Pick<ProfileElement, 'id' | 'to'> {
  const open = members.find((member) => member.isNext) ?? members.find((m) => !m.isComplete)
  return open ?? members[0] ?? { id: 0 }
}

function sum(members: ProfileElement[], pick: (member: ProfileElement) => number): number {
  return members.reduce((total, member) => total + pick(member), 0)
}

function mean(
  members: ProfileElement[],
  pick: (member: ProfileElement) => number | null,
): number | null {
  const values = members.map(pick).filter((value) => value !== null)
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length
}
