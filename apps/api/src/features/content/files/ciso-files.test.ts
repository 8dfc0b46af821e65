import { expect, test } from 'vitest'
import { rawWorkbook } from '#testing/sheet-xml.ts'
import { libraryOfSheets } from './ciso-workbook.ts'
import { readNamedFile } from './read-content.ts'
import { readLibrary } from './read-other.ts'

const SHEETS = [
  {
    name: 'library_meta',
    rows: [
      ['type', 'library'],
      ['locale', 'en'],
      ['name', 'Garden library'],
      ['provider', 'Gardeners'],
      ['copyright', 'Free'],
      ['version', '4'],
      ['urn', 'urn:garden'],
    ],
  },
  {
    name: 'care_meta',
    rows: [
      ['type', 'framework'],
      ['name', 'Garden care'],
      ['description', 'Of plants.'],
      ['implementation_groups_definition', 'sizes'],
      ['scores_definition', 'steps'],
    ],
  },
  {
    name: 'care_content',
    rows: [
      [
        'assessable',
        'depth',
        'ref_id',
        'name',
        'name[fr]',
        'description',
        'implementation_groups',
        'weight',
        'typical_evidence',
      ],
      ['', '1', 'A', 'Soil', 'Sol', '', '', '', ''],
      ['', '2', 'A.1', 'Compost', '', 'Why compost.', '', '', ''],
      ['x', '3', '1.1', 'Heap', 'Tas', 'There is a heap.', 'small, large', '3', 'A *photograph*.'],
      ['x', '3', '1.2', '', '', 'It is covered.', 'large', '', ''],
      ['', '1', 'B', 'Water', '', '', '', '', ''],
      ['x', '2', '2.1', '', '', 'There is a can.', '', '', ''],
    ],
  },
  {
    name: 'sizes_meta',
    rows: [
      ['type', 'implementation_groups'],
      ['name', 'sizes'],
    ],
  },
  {
    name: 'sizes_content',
    rows: [
      ['ref_id', 'name'],
      ['small', 'Small gardens'],
      ['large', 'Large gardens'],
    ],
  },
  {
    name: 'steps_meta',
    rows: [
      ['type', 'scores'],
      ['name', 'steps'],
    ],
  },
  {
    name: 'steps_content',
    rows: [
      ['score', 'name'],
      ['0', 'Not done'],
      ['1', 'Done'],
    ],
  },
]

test('a workbook of a library is read as its YAML is', async () => {
  const bytes = await rawWorkbook({ sheets: SHEETS })
  expect(
    await readNamedFile('garden.xlsx', bytes, undefined, { choices: { language: 'fr' } }),
  ).toMatchObject({
    set: {
      title: 'Garden care',
      language: 'fr',
      source: 'Gardeners, version 4, urn:garden',
      groups: [{ key: 'small', label: 'Small gardens' }, { key: 'large' }],
      responses: [
        { label: 'Not done', value: 0 },
        { label: 'Done', value: 1 },
      ],
      elements: [
        {
          key: 'A.1',
          group: 'Sol',
          statements: [
            {
              key: '1.1',
              text: 'Tas\nThere is a heap.',
              weight: 3,
              groups: ['small'],
              evidenceExample: 'A *photograph*.',
            },
            { key: '1.2', groups: ['large'] },
          ],
        },
        { key: 'B', title: 'Water', statements: [{ key: '2.1' }] },
      ],
    },
    findings: { kind: 'ciso-library', asks: ['text', 'language', 'groups'] },
  })
})

test('a workbook of a library without a framework is refused', () => {
  expect(readLibrary(libraryOfSheets([]), {})).toHaveProperty('faults')
})

test.each([
  [
    'aliases that repeat aliases',
    `a: &a [${'x,'.repeat(9)}x]\n${'bcdefghi'
      .split('')
      .map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(9)}x]`)
      .join('\n')}\nobjects: {}`,
    /uses too many aliases/,
  ],
  ['an alias without an anchor', 'objects: *parts', /an alias without an anchor before it/],
])('YAML with %s is refused', async (_, text, message) => {
  expect(await readNamedFile('a.yaml', Buffer.from(text))).toEqual({
    faults: [{ place: 'File', message: expect.stringMatching(message) }],
  })
})
