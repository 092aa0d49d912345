import { readdir, readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative, sep } from 'node:path'

import { invalid } from '../../http/failure.ts'
import { assertFits } from './bundle.ts'

/** Tests and type declarations, which never run. */
const LEFT_OUT = /\.(test|d)\.ts$/

/**
 * Reads the files of an extension's folder, by their paths. TypeScript is converted to JavaScript by stripping its
 * types, as Node does (decision 0001). Hidden files are skipped.
 * @throws Failure `too_large`, `invalid` for TypeScript syntax that cannot be stripped; Error if the folder cannot be
 * read
 */
export async function readFolder(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, Buffer>()
  let size = 0
  for (const entry of all) {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
    if (!entry.isFile() || /(^|\/)\./.test(path) || LEFT_OUT.test(path)) continue
    const content = await readFile(join(folder, path))
    size += content.length
    assertFits(files.size + 1, size)
    if (path.endsWith('.ts')) files.set(path.replace(/ts$/, 'js'), strip(path, content))
    else files.set(path, content)
  }
  return files
}

function strip(path: string, content: Buffer): Buffer {
  try {
    return javaScriptOf(content)
  } catch (reason) {
    const why = reason instanceof Error ? `: ${reason.message}` : ''
    throw invalid(path, `${path} must be JavaScript once its types are left out${why}`, 'types')
  }
}

/** Matches the import of another module of the same extension: `from './words.ts'`. */
const MODULE_IMPORT = /((?:\bfrom|\bimport)\s*\(?\s*['"]\.{1,2}\/[^'"\n]+)\.ts(?=['"])/g

/**
 * Strips the types from TypeScript; lines and columns stay the same.
 * @throws Error for syntax that cannot be stripped
 */
export function javaScriptOf(source: Buffer): Buffer {
  const { emitWarning } = process
  // Suppress Node's experimental warning, which would mix with other output; decision 0001 covers the feature.
  process.emitWarning = () => {}
  try {
    return Buffer.from(
      stripTypeScriptTypes(source.toString('utf8')).replace(MODULE_IMPORT, '$1.js'),
    )
  } finally {
    process.emitWarning = emitWarning
  }
}
