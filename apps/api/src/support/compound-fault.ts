import { type Compound, run as kindOf } from './compound-worker.ts'

/** What a file in the older container of Office is, and what to do about it. Encrypted files have that container too. */
export function compoundFault(bytes: Uint8Array): string | undefined {
  if (!START.every((byte, index) => bytes[index] === byte)) return undefined
  try {
    return FAULTS[kindOf(bytes)]
  } catch {
    return UNCLEAR
  }
}

const START = [0xd0, 0xcf, 0x11, 0xe0]

const UNCLEAR =
  'The file is in an old Office format or has a password. Save it as .xlsx without a password, or choose another file.'

const other = (what: string) => `The file is ${what}, not an Excel workbook. Choose an .xlsx file.`

const FAULTS: Record<Compound, string> = {
  protected:
    'The file is protected with a password. Open it in Excel, remove the password and save it as .xlsx, or choose another file.',
  'application/vnd.ms-excel':
    'The file is an old Excel workbook (.xls). Open it in a spreadsheet program and save it as .xlsx.',
  macros:
    'The file is an old Office file with macros. If it is a workbook, open it in Excel and save it as .xlsx without macros. Otherwise, choose an .xlsx file.',
  'application/msword': other('an old Word document (.doc)'),
  'application/vnd.ms-powerpoint': other('an old presentation (.ppt)'),
  'application/vnd.ms-outlook': other('an Outlook message (.msg)'),
  other: UNCLEAR,
}
