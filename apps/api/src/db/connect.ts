import pg from 'pg'

export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  // An error after connecting also fails the statement.
  client.on('error', () => {})
  await client.connect()
  return client
}
