/** The kinds of work that wait in the job queue. */
export const JOB_LABELS = {
  mail: 'Email',
  report: 'Report',
  scan: 'Virus check',
  link: 'Emailed link',
  import: 'Content set import',
  export: 'Content set export',
  download: 'Download of all data',
  pdf: 'PDF',
  move: 'Move to a new content set version',
  submission: 'Email to auditors',
} as const

export type JobKind = keyof typeof JOB_LABELS
