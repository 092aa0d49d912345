import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { build, type Rolldown } from 'vite'

const SOURCES = join(import.meta.dirname, '../packages/preview/src')

/** Bundles the files that pages of sites load from `/preview/`: `connect.js`, and those that it loads on first use. */
export async function bundlePreviewScript(): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    root: SOURCES,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      // As an SSR build, it keeps lazy imports but not the code that loads their stylesheets.
      ssr: join(SOURCES, 'connect.ts'),
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
    },
  })
  if (!('output' in built)) throw new Error('One output was expected')
  return built.output.filter((file) => file.type === 'chunk')
}

/** Returns the gzip size of each file in bytes, by name. */
export async function previewScriptSizes(): Promise<Record<string, number>> {
  const chunks = await bundlePreviewScript()
  return Object.fromEntries(
    chunks.map(({ fileName, code }) => [fileName, gzipSync(code, { level: 9 }).length]),
  )
}
