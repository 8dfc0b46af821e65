const CHARACTERS = 64 * 1024

/** Joins short texts. Compressing each row of a list by itself takes several times as long. */
export async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let [chunk, length]: [string[], number] = [[], 0]
  for await (const text of texts) {
    chunk.push(text)
    length += text.length
    if (length < CHARACTERS) continue
    yield chunk.join('')
    ;[chunk, length] = [[], 0]
  }
  if (length > 0) yield chunk.join('')
}
