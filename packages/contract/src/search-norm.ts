/** How texts are compared when somebody looks for a part of a word: without case and without accents. */
export function searchNorm(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
