import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'

import { buildDashboardIfChanged } from '../dashboard-build.ts'
import { BUNDLE, bundleServer, ROOT } from './bundle.ts'
import { manifestIn, pack, readRelease } from './pack.ts'

/** Files of the repository that the bundle reads at run time. */
const FILES = [
  'CHANGELOG.md',
  'README.md',
  'dist',
  'extensions',
  'packages/assistant/src/plan-app',
  'packages/server/src/database/migrations',
  'packages/extension-sdk/src',
  'packages/ui/package.json',
  'packages/ui/src/tokens.css',
]

/**
 * Creates the package that people install: the bundle, the built dashboard, and the files for readers.
 * @param folder where the archive is written
 * @returns the path of `typecase-<version>.tgz`
 */
export async function makePackage(folder: string): Promise<string> {
  const release = readRelease()
  buildDashboardIfChanged()
  return pack(folder, async (stage) => {
    for (const path of FILES) cpSync(join(ROOT, path), join(stage, path), { recursive: true })
    // Bundle into the package only, since running programs may still read the repository's bundle.
    const { modules, imports } = await bundleServer(join(stage, BUNDLE))
    writeFileSync(join(stage, 'THIRD-PARTY-LICENSES.txt'), licensesOf(modules))
    return {
      name: 'typecase',
      ...release,
      description: manifestIn('.').description,
      type: 'module',
      bin: { typecase: `${BUNDLE}/typecase.js` },
      dependencies: dependenciesOf(imports),
    }
  })
}

/** Returns the packages that the bundle imports, requires or reads, with the versions in the repository. */
function dependenciesOf(imports: readonly string[]): Record<string, string> {
  const versions = Object.assign(
    {},
    ...['.', 'packages/ui', 'packages/server'].map((folder) => manifestIn(folder).dependencies),
  ) as Record<string, string>
  const onFirstUse = readFileSync(join(ROOT, 'packages/server/src/on-first-use.ts'), 'utf8')
  const required = Array.from(onFirstUse.matchAll(/require\('([^']+)'\)/g), ([, id = '']) => id)
  const names = ['@fontsource-variable/inter', ...required, ...imports]
    .map((id) => /^(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id)
    // Pages of plugins import these; the package never runs them.
    .filter((name) => !isBuiltin(name) && !name.startsWith('@typecase/'))
  const dependencies: Record<string, string> = {}
  for (const name of [...new Set(names)].sort()) {
    const version = versions[name]
    if (version === undefined) throw new Error(`The bundle needs ${name}, which no package names.`)
    dependencies[name] = version
  }
  return dependencies
}

/** Returns the licences of the packages in the bundle. */
function licensesOf(modules: readonly string[]): string {
  const folders = modules.map((path) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0])
  return [...new Set(folders)]
    .filter((folder) => folder !== undefined)
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      ) as { name: string; version: string; license?: string }
      const [file] = readdirSync(folder).filter((one) => /^(licen[cs]e|copying)/i.test(one))
      const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `License: ${license}`
      return `${name} ${version}\n\n${text}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

if (import.meta.main) process.stdout.write(`${await makePackage('.')}\n`)
