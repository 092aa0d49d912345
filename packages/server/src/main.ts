import './http/arktype-compiled.ts'

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

import { PRODUCT } from '@typecase/contract/product'

import { createServer, type ServerOptions, type TypecaseServer } from './server.ts'
import { describeSettings, readSettings, type Settings } from './settings/settings.ts'
import { startProblem } from './start-problem.ts'

export interface StartOptions extends ServerOptions {
  /** Builds the dashboard if needed. */
  readonly build?: () => Promise<void>
  /** Fills an empty data folder with the demo while no server has it open. */
  readonly seedDemo?: (settings: Settings) => Promise<Demo>
  /** Serves the site of the demo if there is one. @returns its address */
  readonly openDemoSite?: (server: TypecaseServer) => Promise<string | undefined>
}

/** The sign-in of the demo; the password is shown only once. */
export interface Demo {
  readonly email: string
  readonly password: string
  readonly bucketSlug: string
}

const USAGE = `Starts ${PRODUCT}: the API and the dashboard.

  npm start
      with a demo project; in production (NODE_ENV=production) without it
  npm start -- --empty
      without the demo project
`

/** Starts the server and prints its address. See `USAGE` for the contents of `argv`. */
export async function main(argv: readonly string[], options: StartOptions = {}): Promise<void> {
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(`${USAGE}\n${describeSettings()}`)
    return
  }
  const unknown = argv.find((argument) => argument !== '--empty')
  if (unknown !== undefined) {
    process.stderr.write(`\n${unknown} is not an option of npm start.\n\n${USAGE}`)
    process.exitCode = 2
    return
  }
  let settings: Settings | undefined
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    settings = readSettings(process.env)
    await options.build?.()
    await start(settings, argv, options)
  } catch (reason) {
    process.stderr.write(`\n${startProblem(reason, settings)}\n\n`)
    if (process.env['LOG_LEVEL'] === 'debug' && reason instanceof Error)
      process.stderr.write(`${reason.stack}\n`)
    process.exitCode = 1
  }
}

async function start(
  settings: Settings,
  argv: readonly string[],
  options: StartOptions,
): Promise<void> {
  const open = () =>
    createServer(settings, {
      // The development server serves the dashboard itself.
      ...(!options.prepare && { dashboard: resolve('dist') }),
      ...options,
    })
  let server = await open()
  let signals = 0
  const stop = (signal: string) => {
    signals += 1
    // npm repeats the terminal's signal, so one press of Ctrl+C can arrive as two signals.
    if (signals > 2) process.exit(1)
    if (signals > 1) return
    server.app.log.info({ signal }, 'stopping')
    void server.close().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  try {
    const listen = () => server.http.listen({ port: settings.PORT, host: settings.HOST })
    await listen()
    const isNew = !(await hasAccounts(server))
    let demo: Demo | undefined
    if (isNew && options.seedDemo && wantsDemo(argv)) {
      // Only after this server could listen: the password is printed once and must not be lost to a failed start.
      await server.close()
      demo = await options.seedDemo(settings)
      server = await open()
      await listen()
    }
    const site = wantsDemo(argv) ? await options.openDemoSite?.(server) : undefined
    process.stdout.write(welcome(settings, isNew, demo, site))
  } catch (reason) {
    // Closing fails if the server is closed already; report the original reason.
    await server.close().catch(() => undefined)
    throw reason
  }
}

/** Whether to create the demo. It is for trying the product, so never in production. */
const wantsDemo = (argv: readonly string[]): boolean =>
  !argv.includes('--empty') && process.env['NODE_ENV'] !== 'production'

function welcome(
  { PUBLIC_URL: url, SIGNUP }: Settings,
  isNew: boolean,
  demo: Demo | undefined,
  site: string | undefined,
): string {
  const lines = [`${PRODUCT} is at ${url}`]
  if (demo) {
    const signIn = `${url}/login?email=${encodeURIComponent(demo.email)}`
    lines.push('', 'Created a demo project. Log in (the password is shown only once):')
    lines.push(`  ${signIn}`, `  ${demo.email}`, `  ${demo.password}`)
  } else if (isNew) {
    lines.push('', 'It has no account yet. Make the first one with')
    lines.push('  npx typecase account create-admin <e-mail>')
    if (SIGNUP === 'open') lines.push(`or sign up at ${url}/signup`)
  }
  if (site) lines.push('', `The site of the demo is at ${site}`)
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`
}

async function hasAccounts({ app }: TypecaseServer): Promise<boolean> {
  return (
    (await app.db.read.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
  )
}
