import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { build, type Rolldown } from 'vite'

const SOURCES = join(import.meta.dirname, '../packages/preview/src')

/** What pages of sites load from `/preview/`: `connect.js`, and the files that it loads on first use. */
export async function bundlePreviewScript(): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    root: SOURCES,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      // Keeps lazy imports, without the code that loads their stylesheets.
      ssr: join(SOURCES, 'connect.ts'),
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
    },
  })
  if (!('output' in built)) throw new Error('One output was expected')
  return built.output.filter((file) => file.type === 'chunk')
}

/** Bytes of each file as gzip, by its name. */
export async function previewScriptSizes(): Promise<Record<string, number>> {
  const chunks = await bundlePreviewScript()
  return Object.fromEntries(
    chunks.map(({ fileName, code }) => [fileName, gzipSync(code, { level: 9 }).length]),
  )
}
