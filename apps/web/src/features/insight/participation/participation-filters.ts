import { isolated } from '#core/isolated.ts'
import { ASSESSMENT_STATUSES, ASSESSMENT_TYPES } from 'contract/enumerations'
import { organisationFilter, type ChoiceFilter } from '#features/lists/filter-field.tsx'
import { ASSESSMENT_STATUS_LABELS, ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { levelNames } from '#features/insight/level-names.ts'
import type { ParticipationSearch } from './participation-search.ts'

const YEARS = [1, 0, -1, -2, -3, -4]

interface From {
  year: number
  titles: readonly string[]
  organisations: readonly { id: number; name: string }[]
}

export function participationFilters(
  { title, level, scale }: ParticipationSearch,
  { year, titles, organisations }: From,
): (ChoiceFilter | false)[] {
  const known = title === undefined || titles.includes(title) ? titles : [title, ...titles]
  return [
    organisations.length > 1 && organisationFilter(organisations),
    {
      kind: 'choice',
      key: 'state',
      label: 'Status',
      isMany: true,
      options: ASSESSMENT_STATUSES.map((value) => ({
        value,
        label: ASSESSMENT_STATUS_LABELS[value],
      })),
    },
    {
      kind: 'choice',
      key: 'activity',
      label: 'Activity',
      options: [
        { value: 'stalled', label: 'No activity for 30 days' },
        { value: 'complete', label: 'Everything started is complete' },
      ],
    },
    {
      kind: 'choice',
      key: 'certificate',
      label: 'Certificate',
      options: [
        { value: 'expiring', label: 'Expires within 90 days' },
        { value: 'expired', label: 'Expired in the last 90 days' },
      ],
    },
    {
      kind: 'choice',
      key: 'year',
      label: 'Year',
      options: YEARS.map((step) => option(String(year + step))),
    },
    {
      kind: 'choice',
      key: 'type',
      label: 'Type',
      options: ASSESSMENT_TYPES.map((value) => ({
        value,
        label: ASSESSMENT_TYPE_LABELS[value],
      })),
    },
    (known.length > 1 || title !== undefined) && {
      kind: 'choice',
      key: 'title',
      label: 'Content set',
      options: known.map((value) => ({ value, label: isolated(value) })),
    },
    level !== undefined && {
      kind: 'choice',
      key: 'level',
      label: 'Level',
      options: [
        { value: 'any', label: 'Any level' },
        ...levelNames(scale).map((label, index) => ({
          value: String(index + 1),
          label: isolated(label),
        })),
      ],
    },
  ]
}

function option(value: string) {
  return { value, label: value }
}
