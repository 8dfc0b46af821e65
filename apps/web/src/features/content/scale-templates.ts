/** Level names to begin with, lowest first. */
export const SCALE_TEMPLATES: readonly {
  value: string
  label: string
  names: readonly string[]
}[] = [
  { value: 'none', label: 'No levels, results as percent', names: [] },
  {
    value: 'four',
    label: 'Four levels: Starting to Leading',
    names: ['Starting', 'Developing', 'Established', 'Leading'],
  },
  {
    value: 'five',
    label: 'Five levels: Initial to Optimising',
    names: ['Initial', 'Managed', 'Defined', 'Measured', 'Optimising'],
  },
  {
    value: 'three',
    label: 'Three levels: No, Partly, Yes',
    names: ['No', 'Partly', 'Yes'],
  },
]
