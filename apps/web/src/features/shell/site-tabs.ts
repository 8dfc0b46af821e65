import { FileChartColumn, Gauge } from 'lucide-react'

/** The respondent's pages, in the head of a desk and the foot of a phone. */
export const SITE_TABS = [
  { to: '/', label: 'Overview', shortLabel: 'Overview', Icon: Gauge, isExact: true },
  {
    to: '/action-reports',
    label: 'Action reports',
    shortLabel: 'Reports',
    Icon: FileChartColumn,
    isExact: false,
  },
] as const
