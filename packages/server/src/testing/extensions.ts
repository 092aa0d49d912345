import { join } from 'node:path'

import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import type { OfferedExtension } from '@typecase/contract/extensions'
import { installExtension } from '@typecase/contract/extensions'

import { zipOf } from '../resources/import-export/testing/export-bucket.ts'
import type { Owner } from './people.ts'
import type { TestServer } from './test-server.ts'
import { sendForm } from './uploads.ts'

/** Folder of the product extensions that tests use. */
export const EXTENSIONS = join(import.meta.dirname, '../../../../tests/fixtures/extensions')

/** Returns the manifest of an extension without permissions. */
export const manifestOf = (more: Partial<ExtensionManifest> = {}): ExtensionManifest => ({
  id: 'stamps',
  version: '1.0.0',
  api: 1,
  title: 'Stamps',
  description: 'Puts stamps on things.',
  author: 'Press',
  permissions: [],
  entry: 'extension.js',
  ...more,
})

export type Files = Record<string, string | Buffer>

/** Returns the files of an extension; by default, a manifest and a module. */
export const filesOf = (manifest: object = manifestOf(), more: Files = {}): Files => ({
  'manifest.json': JSON.stringify(manifest),
  'extension.js': 'export {}',
  ...more,
})

/** Publishes an extension from files or an archive. @returns the response */
export async function publishFiles(
  server: TestServer,
  token: string | undefined,
  workspaceId: string,
  files: Files | Buffer,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const bytes = Buffer.isBuffer(files) ? files : await zipOf(Object.entries(files))
  const url = `/v3/marketplace/publish?workspace_id=${workspaceId}`
  return sendForm(server, url, token, [['files', { bytes, name: 'extension.zip' }]])
}

/** Publishes an extension. @throws if it is refused */
export async function publish(
  server: TestServer,
  { token }: { token: string },
  workspaceId: string,
  more: Partial<ExtensionManifest> = {},
  files: Files = {},
): Promise<OfferedExtension> {
  const { status, json } = await publishFiles(
    server,
    token,
    workspaceId,
    filesOf(manifestOf(more), files),
  )
  if (status !== 201) throw new Error(`It was not published: ${status} ${JSON.stringify(json)}`)
  return json['extension'] as OfferedExtension
}

/** Installs an offered extension with all its permissions. @throws if it is refused */
export async function install(
  server: TestServer,
  { token, bucket }: Pick<Owner, 'token' | 'bucket'>,
  { id, version, permissions, hosts = [] }: ExtensionManifest,
) {
  const agreed = { extension_id: id, version, permissions, hosts }
  const body = { slug: bucket.slug, ...agreed }
  return (await server.call(installExtension, { body }, { token })).ok().extension
}
