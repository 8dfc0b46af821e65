import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from 'api/testing/free-port'
import { hasProgram } from './debian-package.ts'

const PROGRAM = '/usr/sbin/rsyslogd'

export const hasRsyslog = () => hasProgram(PROGRAM, 'rsyslog')

/** rsyslog, which writes what it receives into a file. */
export async function startRsyslog() {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-rsyslog-'))
  const [port, file] = [await freePort(), join(folder, 'audit.log')]
  const lines = [
    `global(workDirectory="${folder}")`,
    'module(load="imtcp")',
    `input(type="imtcp" address="127.0.0.1" port="${port}")`,
    `action(type="omfile" file="${file}" template="RSYSLOG_SyslogProtocol23Format")`,
  ]
  await writeFile(file, '')
  await writeFile(join(folder, 'rsyslog.conf'), `${lines.join('\n')}\n`)
  const args = ['-n', '-f', join(folder, 'rsyslog.conf'), '-i', join(folder, 'pid')]
  const child = spawn(PROGRAM, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('rsyslog ended while it started.')
    await sleep(50)
  }
  return {
    url: `syslog://127.0.0.1:${port}`,
    received: async () => (await readFile(file, 'utf8')).split('\n').slice(0, -1),
    close: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true })
    },
  }
}

async function answers(port: number) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
