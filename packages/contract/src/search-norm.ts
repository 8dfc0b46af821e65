/** Letters of their own, no accented ones, which many people cannot type; as the database's `search_norm` has them. */
const ALIKE: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** How texts are compared when somebody looks for a part of a word: without case and without accents. */
export function searchNorm(text: string): string {
  return (
    text
      .normalize('NFD')
      // The accents of Latin, Greek and Cyrillic letters: other scripts write vowels and sounds as marks.
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replaceAll(/[łøđðħŧıßæœþ]/g, (letter) => ALIKE[letter] ?? letter)
  )
}
