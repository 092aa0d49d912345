import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { App } from '../../app.ts'
import { pageOrigins } from '../../http/headers.ts'
import { type PackageFile, servePackageFiles } from '../../http/package-files.ts'
import { javaScriptOf } from '../marketplace/read-folder.ts'

const SOURCES = join(import.meta.dirname, '../../../../preview/src')

/**
 * Serves `/preview.js`, which connects a page of a site to the preview of this dashboard, and its modules.
 * @param dashboard folder of the dashboard's build, which has the modules as one file; without it, the sources are
 * served
 */
export function servePreviewScript(
  server: FastifyInstance,
  { admission, settings }: Pick<App, 'admission' | 'settings'>,
  dashboard?: string,
): void {
  const onRequest = async ({ ip }: FastifyRequest) => admission.extensionRate(ip)
  const built = dashboard === undefined ? SOURCES : join(dashboard, 'preview')
  const folder = existsSync(built) ? built : SOURCES
  // An installed package has no sources, and fills its demo without a dashboard.
  const files = existsSync(folder) ? readdirSync(folder) : []
  const modules = files.flatMap((file) => {
    const [, name, type] = /^([\w-]+)\.(js|ts)$/.exec(file) ?? []
    if (name === undefined) return []
    const read = async () => {
      const code = await readFile(join(folder, file))
      return script(type === 'ts' ? javaScriptOf(code) : code)
    }
    return [[`/preview/${name}.js`, read] as const]
  })
  const entry = async () => {
    const options = { dashboard: pageOrigins(server, settings) }
    const code = `import { connect } from './preview/connect.js'\nconnect(${JSON.stringify(options)})\n`
    return script(Buffer.from(code))
  }
  servePackageFiles(server, { '/preview.js': entry, ...Object.fromEntries(modules) }, onRequest)
}

const script = (content: Buffer): PackageFile => ({
  type: 'text/javascript; charset=utf-8',
  content,
})
