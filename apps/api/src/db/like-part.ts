import { searchNorm } from 'contract/search-norm'

/** What `name_norm` and `email_norm` are like where a part of them was typed. */
export function likePart(text: string): string {
  return `%${searchNorm(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
