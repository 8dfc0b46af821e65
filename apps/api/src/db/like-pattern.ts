import { searchNorm } from 'contract/search-norm'

/** The pattern that matches the text anywhere in `name_norm` or `email_norm`. */
export function likePattern(text: string): string {
  return `%${searchNorm(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
