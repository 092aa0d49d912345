import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { build, type Rolldown } from 'vite'

import { compressAsset } from '../../scripts/dashboard-assets.ts'
import { previewScriptSizes } from '../../scripts/preview-script.ts'

import type { BenchRow } from './table.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = join(ROOT, 'index.html')
const MAIN = join(ROOT, 'src/main.tsx')
const LOGIN = join(ROOT, 'plugins/account/views/login.tsx')
const FRAME = join(ROOT, 'src/shell/frame.tsx')
const LIST = join(ROOT, 'plugins/objects/views/object-list.tsx')

type Chunk = Rolldown.OutputChunk
type Chunks = ReadonlyMap<string, Chunk>

/** Measures compressed download sizes, and the size of `npm ci`. */
export async function benchSizes(): Promise<BenchRow[]> {
  const chunks = await buildDashboard()
  const entries = [...chunks.values()].filter(
    ({ facadeModuleId, moduleIds }) => facadeModuleId === PAGE || moduleIds.includes(MAIN),
  )
  const first = closure(chunks, entries)
  const started = [...chunks.values()].filter(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith('/activate.ts')),
  )
  const login = closure(chunks, [...entries, ...started, chunkOf(chunks, LOGIN)])
  // A visitor from another page has already loaded the frame, the plugins' commands and the list.
  const later = [...chunks.values()].filter(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith('/later.ts')),
  )
  const loaded = closure(
    chunks,
    [...entries, ...later].concat([FRAME, LIST].map((module) => chunkOf(chunks, module))),
  )
  const pages = await Promise.all(
    pagesOf(chunks).map(async (page) => ({
      name: `page ${page.name}`,
      size: await sizeOf([...closure(chunks, [page])].filter((one) => !loaded.has(one))),
    })),
  )
  const ids = readdirSync(join(ROOT, 'plugins'))
  const eager = await Promise.all(
    ids.map(async (id) => ({ name: `eager part of plugin ${id}`, size: await eagerSize(id) })),
  )
  const { 'connect.js': previewSize = Infinity } = await previewScriptSizes()
  return [
    row('JavaScript of every page', await sizeOf(first)),
    row('JavaScript of the login screen', await sizeOf(login), 200),
    row('Files of it', login.size, 8, 'files'),
    ...largest(eager, 4).map(({ name, size }) => row(name, size, 3)),
    ...largest(pages, 6).map(({ name, size }) => row(name, size, 60)),
    row('script of a page in the preview, gzip', previewSize / 1024, 4),
    row('node_modules, with what tests need', folderSize(join(ROOT, 'node_modules')), 450, 'MB'),
  ]
}

async function buildDashboard(): Promise<Chunks> {
  const { output } = await bundle({ root: ROOT, build: { write: false } })
  const chunks = output.filter((one) => one.type === 'chunk')
  return new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
}

/** Measures a plugin's share of the first file separately. */
async function eagerSize(id: string): Promise<number> {
  const folder = join(ROOT, 'plugins', id)
  const isForeign = (name: string) => !name.startsWith('.') && !name.startsWith(folder)
  const { output } = await bundle({
    root: ROOT,
    configFile: false,
    build: {
      write: false,
      // Keeps lazy imports, but omits the code that loads their stylesheets.
      ssr: join(folder, 'plugin.ts'),
      minify: true,
      rolldownOptions: { external: isForeign },
    },
  })
  const chunks = output.filter((one) => one.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  return sizeOf(
    closure(
      byName,
      chunks.filter(({ isEntry }) => isEntry),
    ),
  )
}

async function bundle(options: Parameters<typeof build>[0]): Promise<Rolldown.RolldownOutput> {
  const built = await build({ logLevel: 'silent', ...options })
  if (Array.isArray(built) || !('output' in built)) throw new Error('One output was expected')
  return built
}

function chunkOf(chunks: Chunks, module: string): Chunk {
  const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(module))
  if (!chunk) throw new Error(`${module} is in no file`)
  return chunk
}

/** Returns the chunks of views that routes load. */
function pagesOf(chunks: Chunks): Chunk[] {
  const routed = readdirSync(join(ROOT, 'plugins'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('routes.ts'))
    .map((path) => readFileSync(join(ROOT, 'plugins', path), 'utf8'))
    .flatMap((text) => [...text.matchAll(/import\('(?:\.\.?\/)+([^']+)'\)/g)])
    .map(([, path = '']) => path)
  return [...chunks.values()].filter(({ facadeModuleId }) =>
    routed.some((path) => facadeModuleId?.endsWith(path)),
  )
}

/** Returns chunks with everything that they import statically. */
function closure(chunks: Chunks, entries: readonly Chunk[]): Set<Chunk> {
  const reached = new Set<Chunk>()
  const waiting = [...entries]
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (reached.has(chunk)) continue
    reached.add(chunk)
    waiting.push(...chunk.imports.flatMap((name) => chunks.get(name) ?? []))
  }
  return reached
}

/** Returns the compressed size of chunks, in kB. */
async function sizeOf(chunks: Iterable<Chunk>): Promise<number> {
  const files = [...chunks].map(({ fileName, code }) => compressAsset(fileName, Buffer.from(code)))
  return (await Promise.all(files)).reduce((sum, { length }) => sum + length, 0) / 1000
}

/** Returns the megabytes of a folder, without linked files. */
function folderSize(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .filter((file) => file.isFile())
  return files.reduce((sum, { blocks }) => sum + blocks * 512, 0) / 2 ** 20
}

interface Sized {
  readonly name: string
  readonly size: number
}

const largest = (things: readonly Sized[], count: number): readonly Sized[] =>
  things.toSorted((a, b) => b.size - a.size).slice(0, count)

function row(what: string, size: number, budget?: number, unit = 'kB'): BenchRow {
  const value = `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`
  if (budget === undefined) return { what, value, budget: '' }
  return { what, value, budget: `≤ ${budget} ${unit}`, isMet: size <= budget }
}
