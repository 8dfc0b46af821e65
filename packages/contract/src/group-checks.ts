import { z } from 'zod'
import { eitherOf } from './content-fields.ts'
import { GROUP_KINDS } from './content-groups.ts'
import { sameText } from './same-text.ts'
import { asStored, checkUnique, type Report } from './unique-checks.ts'

const name = z.string().optional().catch(undefined)
const OutlineGroup = z
  .object({
    key: name,
    kind: z.enum(GROUP_KINDS).optional().catch(undefined),
    order: z.number().optional().catch(undefined),
  })
  .catch({ key: undefined, kind: undefined, order: undefined })
const Named = z.array(z.string().catch('')).catch([])
const Statement = z.object({ groups: Named }).catch({ groups: [] })
const Element = z.object({ statements: z.array(Statement).catch([]) }).catch({ statements: [] })
export const GroupOutline = z.object({
  groups: z.array(OutlineGroup).catch([]),
  elements: z.array(Element).catch([]),
})

type Outline = z.infer<typeof GroupOutline>

/** What a band's `of` means besides a level. */
const RESERVED = ['all', 'key']

/** Groups have keys of their own, levels an order, and statements name only groups of the set. */
export function checkGroups(input: unknown, report: Report) {
  const { data: set } = GroupOutline.safeParse(input)
  if (!set) return
  const keys = set.groups.map(({ key }) => asStored(key))
  checkUnique(keys, (g) => ['groups', g, 'key'], report)
  for (const [g, { key, kind }] of set.groups.entries()) {
    if (kind === 'level' && RESERVED.includes(String(asStored(key))))
      report(
        ['groups', g, 'key'],
        `must not be ${eitherOf(RESERVED)}, which have another meaning in bands`,
      )
  }
  checkOrder(set.groups, report)
  checkNamed(set, keys, report)
}

function checkNamed({ elements }: Outline, keys: unknown[], report: Report) {
  const known = new Set(keys.map((key) => sameText(String(key))))
  for (const [e, { statements }] of elements.entries()) {
    for (const [s, { groups }] of statements.entries()) {
      for (const [g, key] of groups.entries()) {
        if (!known.has(sameText(key)))
          report(
            ['elements', e, 'statements', s, 'groups', g],
            `must be the key of one of the set’s groups, not ${JSON.stringify(key)}`,
          )
      }
    }
  }
}

function checkOrder(groups: Outline['groups'], report: Report) {
  const levels = groups.flatMap((group, g) => (group.kind === 'level' ? [{ ...group, g }] : []))
  const isOrdered = levels.some(({ order }) => order !== undefined)
  const seen = new Set<number>()
  for (const { order, g } of levels) {
    if (order === undefined) {
      if (isOrdered)
        report(['groups', g, 'order'], 'is missing: enter a number for every level or for none')
    } else if (seen.has(order)) {
      report(
        ['groups', g, 'order'],
        `must be a different number: another level already has ${order}`,
      )
    } else seen.add(order)
  }
}
