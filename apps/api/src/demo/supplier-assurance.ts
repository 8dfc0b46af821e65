import type { ContentSetFile } from 'contract/content-format'

const ANSWERS = [
  ['None', 'Nothing is agreed or written down.', ''],
  [
    'In part',
    'It is done for some suppliers.',
    'Write down how it is done, starting with the most important suppliers.',
  ],
  [
    'Throughout',
    'It is done for every supplier and checked each year.',
    'Include every supplier and check it once a year.',
  ],
] as const

const TOPICS = [
  [
    'Choosing suppliers',
    [
      'Suppliers answer the same questions before one is chosen.',
      'A named person decides and records the reasons.',
    ],
  ],
  [
    'Working with suppliers',
    [
      'Each contract says what is delivered and how it is measured.',
      'Problems are reported within a day and followed up.',
    ],
  ],
  [
    'Parting from suppliers',
    [
      'We know how to get data and equipment back.',
      'For each important supplier, another one could take over.',
    ],
  ],
] as const

export function supplierAssurance(): ContentSetFile {
  return {
    format: 'content-set/1',
    title: 'Supplier assurance',
    description: 'How well an organisation chooses, manages and leaves its suppliers.',
    language: 'en-GB',
    introduction: 'Answer for the whole organisation as it is today.',
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
