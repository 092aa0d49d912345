import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

import { type Plugin, rolldown } from 'rolldown'

import { fingerprint } from '../dashboard-build.ts'

export const ROOT = join(import.meta.dirname, '../..')
/** The bundle's folder, one below the root as in the package: paths of other files are the same in both. */
export const BUNDLE = 'dist-server'

/** Modules that find others by path, with the patterns for the bundle. */
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
 * External packages: with binaries for each platform, with imports that a bundler cannot see, or large and seldom used.
 */
const EXTERNAL = /^(better-sqlite3|sharp|@node-rs\/argon2|@aws-sdk\/|file-type$|pg-native)/

/** The URL of a module that starts a thread or process: it becomes an entry of the bundle. */
const OTHER_ENTRY = /new URL\('(\.[^']+)\.(ts|js)',\s*import\.meta\.url\)/g

/** Adapts a module's paths and program names to the package. */
const paths: Plugin = {
  name: 'places',
  // Views, which the commands of plugins only load in a browser.
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

/** Bundles where the sources are not the ones that the bundle was made from: tests start it. */
export async function bundleServerIfChanged(): Promise<void> {
  const sources = fingerprint(SOURCES)
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === sources) return
  await bundleServer(join(ROOT, BUNDLE))
  writeFileSync(MARK, sources)
}

/** The parts of a bundle, and the files it needs at run time. */
export interface Contents {
  /** Files of the packages in it. */
  modules: string[]
  /** Packages that it imports. */
  imports: string[]
}

/**
 * Bundles the server and the terminal client with the packages that they use, but for `EXTERNAL`. It starts in half the
 * time of its sources.
 * @param folder replaced by the bundle
 */
export async function bundleServer(folder: string): Promise<Contents> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: { start: 'scripts/package/start.ts', typecase: 'scripts/package/typecase.ts' },
    platform: 'node',
    external: EXTERNAL,
    plugins: [paths],
    // The oldest Node that installs it.
    transform: { target: 'node22' },
    // Browser libraries that plugins import for their pages contain such directives.
    checks: { moduleLevelDirective: false },
  })
  rmSync(folder, { recursive: true, force: true })
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Side effects before the import of a library also run before it in the bundle.
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
