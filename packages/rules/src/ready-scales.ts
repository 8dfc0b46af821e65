export type ReadyScale = { name: string; labels: readonly string[] }

/** Scales to choose from, lowest response first. */
export const READY_SCALES: readonly ReadyScale[] = [
  { name: 'Four levels', labels: ['Starting', 'Developing', 'Established', 'Leading'] },
  {
    name: 'Five levels',
    labels: ['Initial', 'Repeatable', 'Defined', 'Managed', 'Optimising'],
  },
  {
    name: 'Agreement',
    labels: ['Strongly disagree', 'Disagree', 'Neither', 'Agree', 'Strongly agree'],
  },
  { name: 'Yes or no', labels: ['No', 'Yes'] },
  { name: 'Yes, partly or no', labels: ['No', 'Partly', 'Yes'] },
]
