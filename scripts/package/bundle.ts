import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

import { type Plugin, rolldown } from 'rolldown'

import { fingerprint } from '../dashboard-build.ts'

export const ROOT = join(import.meta.dirname, '../..')
/**
 * The bundle's folder. It is one level below the root, as in the package, so relative paths of other files are the
 * same.
 */
export const BUNDLE = 'dist-server'

/** Modules that find other modules by path. The bundle replaces each with a list of the files that match `files`. */
const lists = [
  {
    module: 'packages/server/src/http/handler-modules.ts',
    name: 'loadHandlers',
    files: 'packages/server/src/{resources,content-api}/*/handlers.ts',
  },
  {
    module: 'packages/server/src/resources/import-export/formats/load-formats.ts',
    name: 'loadFormats',
    files: 'packages/server/src/resources/import-export/formats/*/format.ts',
  },
  {
    module: 'scripts/terminal/plugin-modules.ts',
    name: 'loadPlugins',
    files: 'plugins/*/plugin.ts',
  },
]

/**
 * Packages that stay external: they have binaries for each platform, contain imports that a bundler cannot see, or are
 * large and seldom used.
 */
const EXTERNAL = /^(better-sqlite3|sharp|@node-rs\/argon2|@aws-sdk\/|file-type$|pg-native)/

/** Matches the URL of a module that starts a thread or process; the module becomes an entry of the bundle. */
const OTHER_ENTRY = /new URL\('(\.[^']+)\.(ts|js)',\s*import\.meta\.url\)/g

/** Adapts paths and program names in modules to the package. */
const paths: Plugin = {
  name: 'places',
  // Commands of plugins load views only in a browser.
  resolveId: (id) => (/\.(tsx|css)$/.test(id) ? { id, external: true } : null),
  load(id) {
    const list = lists.find(({ module }) => id === join(ROOT, module))
    if (!list) return null
    const files = globSync(list.files, { cwd: ROOT }).toSorted()
    const imports = files.map((file, at) => `import * as m${at} from '${join(ROOT, file)}'`)
    const all = files.map((_, at) => `m${at}`).join(', ')
    return `${imports.join('\n')}\nexport const ${list.name} = async () => [${all}]`
  },
  transform(code, id) {
    if (id.includes('node_modules')) return null
    const folder = relative(ROOT, dirname(id))
    return code
      .replace(OTHER_ENTRY, (_, path: string, type: string) => {
        const name = `${basename(path)}.js`
        this.emitFile({
          type: 'chunk',
          id: join(dirname(id), `${path}.${type}`),
          fileName: name,
        })
        return `new URL('./${name}', import.meta.url)`
      })
      .replaceAll('npm start -- ', 'npx typecase start ')
      .replaceAll('npm start', 'npx typecase start')
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/../${folder}')`)
  },
}

const MARK = join(ROOT, BUNDLE, '.sources')
const SOURCES = [
  'package-lock.json',
  'scripts/**/*.ts',
  'src/**/*.ts',
  'plugins/**/*.ts',
  'packages/*/src/**/*',
]

/** Bundles the server if its sources have changed since the last bundle, which tests start. */
export async function bundleServerIfChanged(): Promise<void> {
  const sources = fingerprint(SOURCES)
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === sources) return
  await bundleServer(join(ROOT, BUNDLE))
  writeFileSync(MARK, sources)
}

/** What a bundle contains and imports. */
export interface Contents {
  /** Files of bundled packages. */
  modules: string[]
  /** Packages that the bundle imports. */
  imports: string[]
}

/**
 * Bundles the server and the terminal client with the packages that they use, except for `EXTERNAL`. The bundle starts
 * in half the time of the sources.
 * @param folder replaced by the bundle
 */
export async function bundleServer(folder: string): Promise<Contents> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: { start: 'scripts/package/start.ts', typecase: 'scripts/package/typecase.ts' },
    platform: 'node',
    external: EXTERNAL,
    plugins: [paths],
    // The oldest Node.js version that the package supports.
    transform: { target: 'node22' },
    // Some browser libraries that plugins import for their pages contain module-level directives.
    checks: { moduleLevelDirective: false },
  })
  rmSync(folder, { recursive: true, force: true })
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Keeps side effects before the import of a library if they come before it in the source.
    strictExecutionOrder: true,
  })
  await bundle.close()
  const chunks = output.filter((file) => file.type === 'chunk')
  const names = new Set(chunks.map(({ fileName }) => fileName))
  return {
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
    imports: chunks
      .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
      .filter((id) => !names.has(id) && !id.startsWith('.') && !id.startsWith('node:')),
  }
}
