import { searchNorm } from 'contract/search-norm'

/** The pattern for `name_norm` and `email_norm` that matches the text anywhere. */
export function likePattern(text: string): string {
  return `%${searchNorm(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
