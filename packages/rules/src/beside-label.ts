import { formatList, plural } from './plural.ts'

/** Which content sets stay in force beside one that is published: `“Care” (version 2) stays in force too, …` */
export function besideText(sets: readonly { title: string; version: number }[]): string {
  const titles = formatList(sets.map(({ title, version }) => `“${title}” (version ${version})`))
  return plural(
    sets.length,
    {
      one: '{titles} stays in force too, so users choose between the two. If users should see only the new content set, retire the other one.',
      other:
        '{titles} stay in force too, so users choose between them. If the new content set replaces one, retire that one.',
    },
    { titles },
  )
}
