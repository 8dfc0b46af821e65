import type { Command } from 'commander'
import { Email } from 'contract/fields'
import { z } from 'zod'
import type { Env } from '#core/env.ts'
import { Failed, StartError, rootReason } from '#start-error.ts'
import { mistypedLines, readEnv } from '#read-env.ts'
import { diskFolders } from '#features/insight/system/disks.ts'
import { checkCertificate, checkDisk } from './check-outside.ts'
import { checkNodes, checkShared, providersOf, sendTestMail } from './check-parts.ts'
import { readInput, withInstallation } from './open-installation.ts'
import { type Column, JSON_OPTION, printRows } from './print-rows.ts'
import type { Call } from './waymark.ts'

const NOTES = `
The exit code is 1 if a check fails, otherwise 0.
Run this command on each node, because disks and network access differ.`

type Row = { part: string; state: 'ok' | 'off' | 'failing'; detail: string }
type Options = { mailTo?: string; json: boolean }

export function checkCommand(command: Command, { variables, answer }: Call): void {
  command
    .description(
      'check settings, database, file store, mail, scanner, providers, disks and certificate',
    )
    .option(
      '--mail-to <EMAIL>',
      'also send a test email to this address, and show the mail server’s answer',
    )
    .option(...JSON_OPTION)
    .addHelpText('after', NOTES)
    .action(async (options: Options) => {
      const rows = await checkAll(options, variables)
      const text = printRows(rows, { isJson: options.json, columns: COLUMNS, none: '' })
      if (rows.some(({ state }) => state === 'failing')) throw new Failed(text)
      answer(text)
    })
}

async function checkAll({ mailTo }: Options, variables: NodeJS.ProcessEnv): Promise<Row[]> {
  const to = mailTo && readInput(z.object({ email: Email }), { email: mailTo }).email
  let env: Env
  try {
    env = readEnv(variables)
  } catch (error) {
    return [failing('settings', error)]
  }
  const mistyped = mistypedLines(variables).join(' ')
  const hosts = [env.BASE_DOMAIN, `${env.PLATFORM_LABEL}.${env.BASE_DOMAIN}`]
  return [
    rowOf('settings', mistyped || 'ok'),
    ...(await checkInstallation(env, to)),
    ...(await inSeries(
      diskFolders(env).map(([name, folder]) => [`disk of ${name}`, () => checkDisk(folder)]),
    )),
    ...(await inSeries(
      hosts.map((host) => ['certificate', () => checkCertificate(env.PUBLIC_URL, host)]),
    )),
  ]
}

async function checkInstallation(env: Env, to: string | undefined): Promise<Row[]> {
  try {
    return await withInstallation(env, async (pools) => [
      ...Object.entries(await checkShared(env, pools)).map(([part, said]) => rowOf(part, said)),
      ...(await inSeries([
        ['nodes', () => checkNodes(pools)],
        ...(await providersOf(env, pools)),
        ...(to === undefined ? [] : [['test email', () => sendTestMail(env, pools, to)] as const]),
      ])),
    ])
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [failing('database', error)]
  }
}

/** Answers what to show. Throws if the part fails. */
type Check = readonly [part: string, run: () => Promise<string>]

async function inSeries(checks: readonly Check[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const [part, run] of checks)
    rows.push(
      await run().then(
        (said): Row => (said === 'off' ? rowOf(part, said) : { part, state: 'ok', detail: said }),
        (error: unknown) => failing(part, error),
      ),
    )
  return rows
}

/** A part whose result is `ok`, `off` or a reason. */
function rowOf(part: string, result: string): Row {
  if (result === 'ok' || result === 'off') return { part, state: result, detail: '' }
  return { part, state: 'failing', detail: result }
}

function failing(part: string, error: unknown): Row {
  return { part, state: 'failing', detail: rootReason(error) }
}

const COLUMNS: Column<Row>[] = [
  ['part', ({ part }) => part],
  ['state', ({ state }) => state],
  ['detail', ({ detail }) => detail],
]
