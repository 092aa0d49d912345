import './http/arktype-compiled.ts'

import { resolve } from 'node:path'

import { PRODUCT } from '@typecase/contract/product'

import type { App } from './app.ts'
import type { Demo } from './demo/seed.ts'
import { createServer, type ServerOptions } from './server.ts'
import { describeSettings, readSettings, SettingsError } from './settings/settings.ts'

/**
 * Starts the server and prints where it is.
 * @param argv `--help` prints the settings; `--empty` starts without the demo project
 */
export async function main(argv: readonly string[], options: ServerOptions = {}): Promise<void> {
  if (argv.includes('--help')) {
    process.stdout.write(describeSettings())
    return
  }
  try {
    await listen(argv, options)
  } catch (reason) {
    const message = reason instanceof Error ? reason.message : String(reason)
    process.stderr.write(`\n${message}\n\n`)
    if (!(reason instanceof SettingsError) && process.env['LOG_LEVEL'] === 'debug') throw reason
    process.exitCode = 1
  }
}

async function listen(argv: readonly string[], options: ServerOptions): Promise<void> {
  const settings = readSettings(process.env)
  const server = await createServer(settings, { dashboard: resolve('dist'), ...options })
  const stop = (signal: string) => {
    server.app.log.info({ signal }, 'stopping')
    void server.close().then(() => process.exit(0))
  }
  process.once('SIGTERM', () => stop('SIGTERM'))
  process.once('SIGINT', () => stop('SIGINT'))
  const demo = wantsDemo(argv) ? await makeDemo(server.app) : undefined
  await server.http.listen({ port: settings.PORT, host: settings.HOST })
  process.stdout.write(welcome(settings.PUBLIC_URL, demo))
}

/** Its content is loaded only when it is wanted. */
async function makeDemo(app: App): Promise<Demo | undefined> {
  const { seedDemo } = await import('./demo/seed.ts')
  return seedDemo(app)
}

/** The demo is for trying the product, so never in production. */
const wantsDemo = (argv: readonly string[]): boolean =>
  !argv.includes('--empty') && process.env['NODE_ENV'] !== 'production'

function welcome(url: string, demo: Demo | undefined): string {
  const lines = [`${PRODUCT} is at ${url}`]
  if (demo) {
    const signIn = `${url}/login?email=${encodeURIComponent(demo.email)}`
    lines.push('', 'A demo project was made. Sign in (the password is shown this once):')
    lines.push(`  ${signIn}`, `  ${demo.email}`, `  ${demo.password}`)
  }
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`
}
