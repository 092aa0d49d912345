import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import { EXTENSION_UNPACKED_LIMIT, MAX_EXTENSION_FILES } from '@typecase/contract/extensions'

import { MAX_ENTRY_BYTES, MAX_MANIFEST_BYTES } from '../../limits.ts'
import { Failure, invalid } from '../../http/failure.ts'
import { checkImports } from './check-imports.ts'
import { checkManifest } from './check-manifest.ts'

export interface BundleFile {
  readonly path: string
  /** The media type in responses. */
  readonly type: string
  readonly content: Buffer
}

/** All files of one version of an extension. */
export interface Bundle {
  readonly manifest: ExtensionManifest
  readonly files: readonly BundleFile[]
  /** Hash of all files, in hex. */
  readonly sha256: string
  /** The size of all files, in bytes. */
  readonly size: number
}

export const MANIFEST = 'manifest.json'

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
}

/** Names that need no escaping in a URL. */
const PATH = /^(?=.{1,200}$)[\w-][\w.-]*(\/[\w-][\w.-]*){0,5}$/

/** Whether a file of an extension may have this path. */
export const isFilePath = (path: string): boolean => PATH.test(path)

/**
 * Creates a bundle from the files of an extension, by their paths.
 * @throws Failure `invalid` that names the file or the field of the manifest, `too_large`
 */
export async function makeBundle(contents: ReadonlyMap<string, Buffer>): Promise<Bundle> {
  const manifestText = contents.get(MANIFEST)
  if (!manifestText)
    throw invalid(MANIFEST, `${MANIFEST} must be at the top of an extension`, 'required')
  if (manifestText.length > MAX_MANIFEST_BYTES)
    throw invalid('manifest', `manifest must be at most ${MAX_MANIFEST_BYTES / 1000} kB`, 'max')
  const manifest = checkManifest(manifestText.toString('utf8'))
  const files = [...contents].map(([path, content]) => ({ path, type: typeOf(path), content }))
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  const size = files.reduce((sum, { content }) => sum + content.length, 0)
  assertFits(files.length, size)
  await assertEntry(manifest, contents)
  await checkImports(contents)
  return { manifest, files, sha256: hashOf(files), size }
}

/**
 * Checks the number and size of an extension's files. @param size total unpacked size in bytes
 * @throws Failure `too_large`
 */
export function assertFits(count: number, size: number): void {
  if (count > MAX_EXTENSION_FILES)
    throw tooLarge(`An extension has at most ${MAX_EXTENSION_FILES} files.`)
  if (size > EXTENSION_UNPACKED_LIMIT)
    throw tooLarge(`The files of an extension have at most ${EXTENSION_UNPACKED_LIMIT / 1e6} MB.`)
}

const tooLarge = (message: string) => new Failure('too_large', message)

function typeOf(path: string): string {
  if (!isFilePath(path)) {
    const message = `${path} must be a path of letters, digits, _ . and -, in at most 5 folders`
    throw invalid(path, message, 'path')
  }
  const extension = /\.(\w+)$/.exec(path)?.[1] ?? ''
  const type = Object.hasOwn(types, extension) ? types[extension] : undefined
  if (type !== undefined) return type
  const extensions = Object.keys(types).join(', ')
  throw invalid(path, `${path} must be a file of one of these types: ${extensions}`, 'type')
}

async function assertEntry(
  { entry }: ExtensionManifest,
  contents: ReadonlyMap<string, Buffer>,
): Promise<void> {
  const path = 'manifest.entry'
  const module = contents.get(entry)
  if (!module) throw invalid(path, `${path} must be a file of the extension`, 'reference')
  const { length } = await promisify(gzip)(module)
  if (length <= MAX_ENTRY_BYTES) return
  throw invalid(path, `${path} must be at most ${MAX_ENTRY_BYTES / 1000} kB compressed`, 'max')
}

/** Hashes all paths and contents. @param files sorted by path */
function hashOf(files: readonly BundleFile[]): string {
  const hash = createHash('sha256')
  for (const { path, content } of files) {
    hash.update(`${path}\0${content.length}\0`)
    hash.update(content)
  }
  return hash.digest('hex')
}
