import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyBaseLogger } from 'fastify'

import { type Bundle, makeBundle } from './bundle.ts'
import { readFolder } from './read-folder.ts'

/**
 * The extensions that ship with the product, by id. They are folders of the repository, which are read on first use.
 */
export type ProductExtensions = () => Promise<ReadonlyMap<string, Bundle>>

/**
 * Creates a reader of the product's extensions.
 * @param folder contains one folder per extension, named by its id; it may be missing
 */
export function createProductExtensions(
  folder: string,
  log: Pick<FastifyBaseLogger, 'error'>,
): ProductExtensions {
  let reading: Promise<ReadonlyMap<string, Bundle>> | undefined

  async function read(): Promise<ReadonlyMap<string, Bundle>> {
    const bundles = new Map<string, Bundle>()
    if (!existsSync(folder)) return bundles
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name.startsWith('.')) continue
      try {
        const bundle = await makeBundle(await readFolder(join(folder, entry.name)))
        if (bundle.manifest.id !== entry.name)
          throw new Error(`Its manifest has the id ${bundle.manifest.id}.`)
        bundles.set(entry.name, bundle)
      } catch (reason) {
        // The others can still be installed.
        log.error({ err: reason, extension: entry.name }, 'extension of the product left out')
      }
    }
    return bundles
  }

  return () => (reading ??= read())
}
