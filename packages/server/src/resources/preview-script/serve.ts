import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { App } from '../../app.ts'
import { pageOrigins } from '../../http/headers.ts'
import { type PackageFile, servePackageFiles } from '../../http/package-files.ts'
import { javaScriptOf } from '../marketplace/read-folder.ts'

const SOURCES = join(import.meta.dirname, '../../../../preview/src')
const MODULES = [
  'apply-edit',
  'apply-html',
  'connect',
  'dashboard-keys',
  'decode',
  'labels',
  'overlay',
  'page-sources',
  'refresh-page',
  'scroll-position',
]

/** Answers `/preview.js`, which connects a page of a site to the preview of this dashboard, and its modules. */
export function servePreviewScript(
  server: FastifyInstance,
  { admission, settings }: Pick<App, 'admission' | 'settings'>,
): void {
  const onRequest = async ({ ip }: FastifyRequest) => admission.extensionRate(ip)
  const modules = MODULES.map((name) => [`/preview/${name}.js`, () => moduleOf(name)] as const)
  const entry = async () => {
    const options = { dashboard: pageOrigins(server, settings) }
    const code = `import { connect } from './preview/connect.js'\nconnect(${JSON.stringify(options)})\n`
    return script(Buffer.from(code))
  }
  servePackageFiles(server, { '/preview.js': entry, ...Object.fromEntries(modules) }, onRequest)
}

const moduleOf = async (name: string): Promise<PackageFile> =>
  script(javaScriptOf(await readFile(join(SOURCES, `${name}.ts`))))

const script = (content: Buffer): PackageFile => ({
  type: 'text/javascript; charset=utf-8',
  content,
})
