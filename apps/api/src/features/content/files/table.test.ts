import { expect, test } from 'vitest'
import type { ImportChoices } from 'contract/content-imports'
import { rawWorkbook } from '#testing/sheet-xml.ts'
import { readCsv } from './read-csv.ts'
import { readNamedFile } from './read-content.ts'

const csv = async (text: string, choices: ImportChoices = {}, name = 'garden_checks.csv') =>
  await readNamedFile(name, Buffer.from(text), undefined, { choices })

const GARDEN = [
  'Ref,Area,Requirement,Guidance,Level',
  '1.1,Soil,There is a heap.,"Turn it,',
  'often.",small',
  '1.2,,It is covered.,,"small, large"',
  ',Water,"There is a ""can"".",,large',
  ',,,only a note,',
].join('\n')

test('a table with one row per statement is read by the usual names of its columns', async () => {
  expect(await csv(GARDEN)).toMatchObject({
    set: {
      title: 'garden checks',
      groups: [
        { key: 'small', kind: 'profile' },
        { key: 'large', kind: 'profile' },
      ],
      elements: [
        {
          title: 'Soil',
          statements: [
            {
              key: '1.1',
              text: 'There is a heap.',
              guidance: 'Turn it,\noften.',
              groups: ['small'],
            },
            { key: '1.2', text: 'It is covered.', groups: ['small', 'large'] },
          ],
        },
        {
          title: 'Water',
          statements: [{ key: expect.stringMatching(/^auto-/), text: 'There is a "can".' }],
        },
      ],
    },
    findings: {
      kind: 'table',
      recognised: 'A table with 4 rows and 5 columns.',
      decided: ['The column “Requirement” becomes the statement.'],
      left_out: ['1 row without a statement'],
      asks: ['columns', 'responses', 'groups'],
      undecided: ['responses', 'groups'],
      choices: { columns: ['key', 'element', 'text', 'guidance', 'groups'] },
      table: {
        sheet: 'garden_checks.csv',
        sheets: [
          {
            headings: ['Ref', 'Area', 'Requirement', 'Guidance', 'Level'],
            rows: expect.arrayContaining([
              ['1.1', 'Soil', 'There is a heap.', 'Turn it,\noften.', 'small'],
            ]),
            count: 4,
          },
        ],
      },
    },
  })
})

const COFFEE = 'Ref;Area;Requirement\r\n1;Café;“Möbel” are dry – always.\r\n'
const READ = {
  elements: [{ title: 'Café', statements: [{ text: '“Möbel” are dry – always.' }] }],
}

test.each([
  [
    'in UTF-16, as spreadsheet programs write a text',
    'a.txt',
    `\ufeff${COFFEE.replaceAll(';', '\t')}`,
  ],
  ['in UTF-16 without a mark', 'a.csv', COFFEE],
])('a table %s is read', async (_, name, text) => {
  const read = await readNamedFile(name, Buffer.from(text, 'utf16le'))
  expect(read).toMatchObject({ set: READ, findings: { decided: expect.any(Array) } })
  expect(JSON.stringify(read)).not.toContain('is read as')
})

test('a table in UTF-16, big-endian, is read', async () => {
  const bytes = Buffer.from(`\ufeff${COFFEE}`, 'utf16le').swap16()
  expect(await readNamedFile('a.csv', bytes)).toMatchObject({ set: READ })
})

test('a table in Windows-1252 is read, and the preview says so', async () => {
  const special: Record<string, number> = { '“': 0x93, '”': 0x94, '–': 0x96 }
  const bytes = Buffer.from(Array.from(COFFEE, (one) => special[one] ?? one.charCodeAt(0)))
  expect(await readNamedFile('a.csv', bytes)).toMatchObject({
    set: READ,
    findings: {
      decided: [
        'The column “Requirement” becomes the statement.',
        'The file is read as Western European (Windows-1252).',
      ],
    },
  })
})

test.each([
  ['quotes', '"Ref"\t"Requirement"\n"1"\t"There is a heap."\n'],
  ['a number', '1\tRequirement\n1\tThere is a heap.\n'],
  ['a bracket', '[Ref]\tRequirement\n1\tThere is a heap.\n'],
])('a text file with tabs that starts with %s is read as a table', async (_, text) => {
  expect(await csv(text, {}, 'a.txt')).toMatchObject({
    set: { elements: [{ statements: [{ text: 'There is a heap.' }] }] },
  })
})

test('a table with the mark at its end that DOS wrote is read without it', async () => {
  expect(await csv('id,text\r\n1,One\r\n\u001a\r\n')).toMatchObject({
    set: { elements: [{ statements: [{ key: '1', text: 'One' }] }] },
    findings: { recognised: 'A table with 1 row and 2 columns.' },
  })
})

test('a picture that is called a table is refused', async () => {
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 0x1a, 10, 0, 0, 0, 13, 0x49])
  expect(await readNamedFile('a.csv', picture)).toEqual({
    faults: [
      {
        place: 'File',
        message: 'The file contains characters that aren’t text. Export it again as UTF-8 text.',
      },
    ],
  })
})

test('columns are what the author says they are', async () => {
  const columns: ImportChoices['columns'] = [
    'heading',
    'heading',
    'element',
    'text',
    'weight',
    'evidenceExample',
    'shortTitle',
    'guidance',
    'guidance',
  ]
  const rows = [
    'a;b;c;d;e;f;g;h;i',
    'One;Two;Three;Do this.;2;A log.;This;First.;Second.',
    ';;;Do that.;x;;;;',
    ';Four;;Do more.;;;;;',
    'Five;;;Do most.;;;;;',
  ]
  expect(await csv(rows.join('\r\n'), { columns, title: 'Mine', language: 'de' })).toMatchObject({
    set: {
      title: 'Mine',
      language: 'de',
      elements: [
        {
          title: 'Three',
          path: ['One', 'Two'],
          statements: [
            {
              text: 'Do this.',
              weight: 2,
              evidenceExample: 'A log.',
              shortTitle: 'This',
              guidance: 'First.\n\nSecond.',
            },
            { text: 'Do that.', weight: 1 },
          ],
        },
        { title: 'Four', group: 'One' },
        { title: 'Five' },
      ],
    },
    findings: { left_out: ['1 weight that isn’t a number from 0 to 1,000,000'] },
  })
})

test('references that appear again have a number, and columns left out are counted', async () => {
  const result = await csv('id,text,other\nA,One,x\nA,Two,y\n')
  expect(result).toMatchObject({
    set: { elements: [{ title: 'garden checks', statements: [{ key: 'A' }, { key: 'A (2)' }] }] },
    findings: {
      decided: [
        'A number is added to duplicate references.',
        'The column “text” becomes the statement.',
        'All statements are in one element, because no column is assigned to the element.',
      ],
      left_out: ['1 column'],
    },
  })
  const both = await csv('a,b\nOne,Two\n', { columns: ['text', 'text'] })
  expect(JSON.stringify(both)).toContain('The columns “a” and “b” together become the statement.')
})

test('of a workbook the sheet with most rows is read, or the one that is chosen', async () => {
  const sheets = [
    { name: 'About', rows: [['A title'], ['Text', 'By'], ['Be kind.', 'us']] },
    {
      name: 'Checks',
      rows: [
        ['Garden checks 2027'],
        ['Topic', 'Question'],
        ['Soil', 'Is there a heap?'],
        [null, 'Is it covered?'],
      ],
    },
  ]
  const bytes = await rawWorkbook({ sheets })
  const read = async (choices: ImportChoices) =>
    await readNamedFile('a table.xlsx', bytes, undefined, { choices })
  expect(await read({})).toMatchObject({
    set: {
      title: 'a table',
      elements: [
        { title: 'Soil', statements: [{ text: 'Is there a heap?' }, { text: 'Is it covered?' }] },
      ],
    },
    findings: {
      left_out: ['1 row above the table', 'the other sheet'],
      table: { sheet: 'Checks', sheets: [{ name: 'About' }, { name: 'Checks' }] },
    },
  })
  expect(await read({ sheet: 'About' })).toMatchObject({
    set: { elements: [{ statements: [{ text: 'Be kind.' }] }] },
  })
})

test.each([
  [
    'without rows',
    'id,text\n',
    'The file has no table. Put the names of the columns in one row, and each statement in a row below it.',
  ],
  [
    'with an open quotation mark',
    'id,text\n1,"open',
    'A quotation mark in the file is not closed, so we can’t separate the rows. Add the missing quotation mark.',
  ],
  [
    'without statements',
    'id,text\n1,\n',
    'The column assigned to the statement is empty in every row. Choose another column.',
  ],
])('a table %s is refused with the reason', async (_, text, message) => {
  expect(await csv(text)).toEqual({ faults: [{ place: 'File', message }] })
})

test('a table without a column for the statement is refused', async () => {
  const message =
    'No column is assigned to the statement. Choose the column that has the statements.'
  const read = await csv('a,b\n1,2', { columns: ['key', 'element'] })
  expect(read).toMatchObject({ faults: [{ message }] })
})

test.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a;b\r\n"1;""x""";\r\n',
    [
      ['a', 'b'],
      ['1;"x"', ''],
    ],
  ],
  [
    'a\tb\n1\t',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  ['a|b', [['a', 'b']]],
  [
    '"a,b;c;d",e\n"line\nbreak",f',
    [
      ['a,b;c;d', 'e'],
      ['line\nbreak', 'f'],
    ],
  ],
  [
    'a,b\r1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
])('%j is read as rows', (text, rows) => {
  expect(readCsv(text)?.rows).toEqual(rows)
})
