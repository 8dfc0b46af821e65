import type { ContentSetFile } from 'contract/content-format'

const ANSWERS = [
  ['None', 'Nothing is agreed or written down.', ''],
  [
    'In part',
    'It is done for some suppliers.',
    'Write down how it is done and begin with the most important suppliers.',
  ],
  [
    'Throughout',
    'It is done for every supplier and checked each year.',
    'Bring every supplier into it and check once a year that it is done.',
  ],
] as const

const TOPICS = [
  [
    'Choosing suppliers',
    [
      'Suppliers are compared by the same questions before one is chosen.',
      'Somebody named decides, and the reasons are kept.',
    ],
  ],
  [
    'Working with suppliers',
    [
      'Each contract says what is delivered and how it is measured.',
      'What goes wrong is told within a day and followed up.',
    ],
  ],
  [
    'Parting from suppliers',
    [
      'It is known how to get data and equipment back.',
      'For each important supplier there is another who could take over.',
    ],
  ],
] as const

export function supplierAssurance(): ContentSetFile {
  return {
    format: 'content-set/1',
    title: 'Supplier assurance',
    description: 'How well an organisation chooses, leads and leaves its suppliers.',
    language: 'en-GB',
    introduction: 'Answer for the organisation as a whole, as things stand today.',
    certificationBands: [],
    elements: TOPICS.map(([title, texts], e) => ({
      key: `T${e + 1}`,
      title,
      required: true,
      weight: 1,
      statements: texts.map((text, s) => ({
        key: `T${e + 1}.${s + 1}`,
        text,
        weight: 1,
        allowsNotApplicable: false,
        responses: ANSWERS.map(([label, description, action], value) => ({
          key: `T${e + 1}.${s + 1}.${value}`,
          label,
          description,
          value,
          ...(action !== '' && { action }),
        })),
      })),
    })),
  }
}
