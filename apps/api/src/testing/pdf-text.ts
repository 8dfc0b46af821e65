import { extractText } from 'unpdf'

/** The text of each page of a PDF, as a reader's search sees it. */
export async function pdfText(pdf: Buffer): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: false })
  return text
}
