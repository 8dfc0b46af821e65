import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

// The baseline for uploads and downloads: node:http that only streams to and from a file.
const folder = process.env.FOLDER ?? '.'

const server = createServer(async (request, response) => {
  const file = join(folder, basename(request.url ?? ''))
  if (request.method === 'PUT') {
    await pipeline(request, createWriteStream(file))
    return response.writeHead(204).end()
  }
  const { size } = await stat(file)
  response.writeHead(200, { 'content-length': size })
  return await pipeline(createReadStream(file), response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : '')
})
