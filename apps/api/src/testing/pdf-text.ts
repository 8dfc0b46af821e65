import { extractText } from 'unpdf'

/** What each page of a PDF says, without the spaces that its lines break at. */
export async function pdfText(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: false })
  return text.map((page) => page.replaceAll(/[\s\u200b]+/g, ''))
}
