import { expect, test } from 'vitest'
import { readNamedFile } from './read-content.ts'

const YAML: [what: string, text: string, message: string][] = [
  [
    'two documents',
    '---\na: 1\n---\nb: 2',
    'The YAML file contains more than one document (--- between them). Keep one, and choose the file again.',
  ],
  [
    'a tab before a field',
    'a:\n\tb: 1',
    'The file is not valid YAML. Line 2 is indented with a tab. Use spaces instead.',
  ],
  [
    'a field twice',
    'a: 1\na: 2',
    'The file is not valid YAML. Line 2 repeats a field of the same part. Keep only one.',
  ],
  [
    'an open quotation mark',
    'a: "x\nb: 2',
    'The file is not valid YAML. A quotation mark is not closed. Add the missing quotation mark.',
  ],
  [
    'an open bracket',
    'a: [1, 2\nb: 3',
    'The file is not valid YAML. A bracket that is opened above line 2 is not closed. Add the missing bracket.',
  ],
  [
    'a colon in a text',
    'a: b: c',
    'The file is not valid YAML. Line 1 has a colon or a dash where YAML doesn’t allow it. Put texts that contain a colon in quotation marks.',
  ],
  [
    'another indentation',
    'a:\n  b: 1\n c: 2',
    'The file is not valid YAML. Line 3 is not indented like the lines that it belongs to. Correct its indentation.',
  ],
  [
    'a text that starts with @',
    'a: @x',
    'The file is not valid YAML. Line 1 has a text that starts with a special character. Put the text in quotation marks.',
  ],
  [
    'a backslash',
    String.raw`a: "C:\q"`,
    String.raw`The file is not valid YAML. Line 1 has a backslash that YAML can’t read. Write each backslash twice (\\).`,
  ],
  [
    'a field without a space after its colon',
    'a:1\nb: 2',
    'The file is not valid YAML. Line 1 has no field name with a colon and a space after it. Add them, or indent the line if its text belongs to the line above.',
  ],
  [
    'something else',
    'a: >text',
    'The file is not valid YAML. Line 1 can’t be read. Check its punctuation, and put texts with special characters in quotation marks.',
  ],
]

test.each(YAML)('YAML with %s is refused with what to do', async (_, text, message) => {
  expect(await readNamedFile('a.yaml', Buffer.from(text))).toEqual({
    faults: [{ place: 'File', message }],
  })
})

test('a library with values of other types is refused with what each field must be', async () => {
  const text = 'name: [x]\nobjects:\n  framework:\n    min_score: x\n    requirement_nodes: x'
  expect(await readNamedFile('a.yaml', Buffer.from(text))).toEqual({
    faults: [
      { place: 'name', message: 'name must be text' },
      { place: 'objects.framework[0].min_score', message: 'min_score must be a number' },
      {
        place: 'objects.framework[0].requirement_nodes',
        message: 'requirement_nodes must be a list',
      },
    ],
  })
})

const CORRECT = 'Correct the file, or export it again.'

const JSON_FAULTS: [what: string, text: string, message: string][] = [
  ['a missing end', '{"a": 1', 'A comma or a closing bracket is missing (line 1, column 8).'],
  [
    'a comma too many',
    '{"a": 1,}',
    'There is a comma too many, or a field name without straight double quotation marks (line 1, column 9).',
  ],
  [
    'a comma too many in a list',
    '{"a": [1, 2, ]}',
    'The character “]” is in the wrong place near “{"a": [1, 2, ]}”.',
  ],
  ['no colon', '{"a" 1}', 'A colon is missing after a field name (line 1, column 6).'],
  ['a line break', '{"a": "x\ny"}', 'A text contains a line break or a tab (line 1, column 9).'],
  [
    'a backslash',
    String.raw`{"a": "\q"}`,
    'A text contains a backslash that JSON doesn’t allow (line 1, column 9).',
  ],
  [
    'two parts',
    '{"a": 1} {}',
    'There is more text after the end of the content (line 1, column 10).',
  ],
  ['an odd number', '{"a": 01}', 'A number is not written as JSON allows (line 1, column 8).'],
]

test.each(JSON_FAULTS)('JSON with %s is refused with its place', async (_, text, what) => {
  const message = `The file is not valid JSON. ${what} ${CORRECT}`
  expect(await readNamedFile('a.json', Buffer.from(text))).toEqual({
    faults: [{ place: 'File', message }],
  })
})

test.each(['{"a": "x', '{"a":'])('JSON that ends early is refused: %s', async (text) => {
  expect(await readNamedFile('a.json', Buffer.from(text))).toEqual({
    faults: [{ place: 'File', message: 'The JSON file is incomplete. Export it again.' }],
  })
})
