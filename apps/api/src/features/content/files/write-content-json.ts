import { ContentSetFile } from 'contract/content-format'

/** The same set gives the same bytes: parsing puts every field in the order of the format. */
export function writeContentJson(set: ContentSetFile): string {
  return JSON.stringify(ContentSetFile.parse(set), null, 1)
}
