import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ROOT } from './bundle.ts'
import { type Manifest, manifestIn, pack, readRelease, type Release } from './pack.ts'

/** The workspaces that code outside the repository may import. */
const PACKAGES = ['contract', 'content-query', 'ui', 'plugin-sdk', 'content', 'extension-sdk']

/**
 * Creates the packages for authors of plugins, extensions and clients: a JavaScript module and its types for each
 * source.
 * @param folder where the archives are written
 * @returns the paths of `typecase-<name>-<version>.tgz`
 */
export async function makeSdk(folder: string): Promise<string[]> {
  const release = readRelease()
  const output = mkdtempSync(join(tmpdir(), 'typecase-sdk-'))
  try {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    execFileSync(process.execPath, [tsc, '-p', 'scripts/package', '--outDir', output], {
      cwd: ROOT,
      stdio: 'inherit',
    })
    const archives: string[] = []
    for (const name of PACKAGES) {
      const source = join(ROOT, 'packages', name)
      const modules = join(output, name, 'src')
      for (const path of globSync('**/*.css', { cwd: join(source, 'src') }))
        cpSync(join(source, 'src', path), join(modules, path))
      const archive = await pack(folder, (stage) => {
        cpSync(modules, join(stage, 'dist'), { recursive: true })
        cpSync(join(source, 'README.md'), join(stage, 'README.md'))
        return packedManifest(manifestIn(`packages/${name}`), release, modules)
      })
      archives.push(archive)
    }
    return archives
  } finally {
    rmSync(output, { recursive: true })
  }
}

/** Returns the packed manifest of a workspace, whose exports point to compiled modules instead of sources. */
function packedManifest(
  { name, private: _, exports, dependencies = {}, ...rest }: Manifest,
  release: Release,
  modules: string,
): Manifest {
  const targets = Object.entries(exports ?? {}).flatMap(([subpath, source]) => {
    const path = source.replace('./src/', '').replace(/\.tsx?$/, '')
    if (path.endsWith('.css')) return [[subpath, `./dist/${path}`]]
    // Test fixtures are not compiled.
    if (!path.includes('*') && !existsSync(join(modules, `${path}.js`))) return []
    return [[subpath, { types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` }]]
  })
  const versions = Object.entries(dependencies).map(([dependency, version]) => [
    dependency,
    dependency.startsWith('@typecase/') ? release.version : version,
  ])
  return {
    name,
    ...release,
    ...rest,
    exports: Object.fromEntries(targets),
    files: ['dist'],
    dependencies: Object.fromEntries(versions),
  }
}

if (import.meta.main) process.stdout.write(`${(await makeSdk('.')).join('\n')}\n`)
