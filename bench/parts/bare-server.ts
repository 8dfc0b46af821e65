import { createServer } from 'node:http'
import pg from 'pg'

// The baseline for a save: node:http with one prepared upsert.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
await pool.query(
  'create table if not exists bare (a bigint, s bigint, state smallint, r bigint, version int, at timestamptz, primary key (a, s, state))',
)

const server = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => (text += chunk))
  request.on('end', async () => {
    const body = JSON.parse(text)
    const { rows } = await pool.query({
      name: 'upsert',
      text: `insert into bare as b values ($1, $2, $3, $4, 1, now())
        on conflict (a, s, state) do update set r = excluded.r, version = b.version + 1, at = now() returning version`,
      values: [body.assessment, body.statement_id, body.state, body.statement_response_id],
    })
    const answer = JSON.stringify(rows[0])
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(answer),
      })
      .end(answer)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : '')
})
