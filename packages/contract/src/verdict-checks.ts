import { z } from 'zod'
import { GroupOutline } from './group-checks.ts'
import { sameText } from './same-text.ts'
import { asStored, checkUnique, type Report } from './unique-checks.ts'

const name = z.string().optional().catch(undefined)
const percent = z.number().default(0).catch(Number.NaN)
const Band = z
  .object({
    label: name,
    minOverall: percent,
    minElement: percent,
    minStatement: z.number().optional().catch(Number.NaN),
    of: name,
    minElementBand: name,
  })
  .catch({ label: undefined, minOverall: Number.NaN, minElement: Number.NaN })
const Outline = GroupOutline.pick({ groups: true }).extend({
  certificationBands: z.array(Band).catch([]),
  elementBands: z.array(Band).catch([]),
})
type Outline = z.infer<typeof Outline>
type Band = z.infer<typeof Band>

/** Bands ask for more than the one before, and only for what the set has. */
export function checkVerdict(input: unknown, report: Report) {
  const { data: set } = Outline.safeParse(input)
  if (!set) return
  for (const list of ['certificationBands', 'elementBands'] as const) {
    const bands = set[list]
    checkUnique(
      bands.map(({ label }) => asStored(label)),
      (b) => [list, b, 'label'],
      report,
    )
    for (const [b, band] of bands.entries()) {
      const at: Report = (field, message) => report([list, b, ...field], message)
      checkConditions(set, band, at)
      const before = bands[b - 1]
      if (before) checkRising(before, band, at)
    }
  }
}

function checkConditions({ groups, elementBands }: Outline, band: Band, report: Report) {
  const { of = 'all', minStatement, minElementBand } = band
  const levels = groups.flatMap(({ key, kind }) => (kind === 'level' && key ? [sameText(key)] : []))
  if (of !== 'all' && of !== 'key' && !levels.includes(sameText(of)))
    report(['of'], `must be "all", "key" or the key of a level, not ${JSON.stringify(of)}`)
  else if (of !== 'all' && minStatement === undefined)
    report(
      ['minStatement'],
      'is missing: enter the percentage that each of the chosen statements must reach',
    )
  const labels = elementBands.map(({ label }) => sameText(label ?? ''))
  if (minElementBand && !labels.includes(sameText(minElementBand)))
    report(
      ['minElementBand'],
      `must be the label of an element band, not ${JSON.stringify(minElementBand)}`,
    )
}

/** The least scores don't fall, and rise unless another condition differs. */
function checkRising(before: Band, band: Band, report: Report) {
  const isSame = (['minStatement', 'of', 'minElementBand'] as const).every(
    (field) => (before[field] ?? '') === (band[field] ?? ''),
  )
  if (band.minOverall < before.minOverall || (isSame && band.minOverall === before.minOverall))
    report(
      ['minOverall'],
      `must be ${isSame ? 'above' : 'at least'} ${before.minOverall}, the value of the previous band`,
    )
  if (band.minElement < before.minElement)
    report(['minElement'], `must be at least ${before.minElement}, the value of the previous band`)
}
