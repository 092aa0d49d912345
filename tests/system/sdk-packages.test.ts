import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { rolldown } from 'rolldown'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeSdk } from '../../scripts/package/sdk.ts'
import { createHost } from '../../src/kernel/host.ts'
import { writeExampleFiles } from '../fixtures/example-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = [
  'docs/writing-an-extension.md',
  'packages/contract/README.md',
  'packages/content-query/README.md',
]

interface Manifest {
  name: string
  exports: Record<string, string | Record<string, string>>
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
}

/**
 * A plugin author's project: the packages with their declarations, the sample plugin, and every file that the docs
 * show.
 */
let project: string
let packages: string[]
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'typecase-author-'))
  const scope = join(project, 'node_modules/@typecase')
  for (const archive of await makeSdk(project)) {
    const unpacked = mkdtempSync(join(project, 'package-'))
    execFileSync('tar', ['xzf', archive, '-C', unpacked, '--strip-components=1'])
    const { name, dependencies, peerDependencies } = manifestOf(unpacked)
    mkdirSync(scope, { recursive: true })
    cpSync(unpacked, join(project, 'node_modules', name), { recursive: true })
    for (const id of Object.keys({ ...dependencies, ...peerDependencies })) link(id)
  }
  for (const id of ['@types/react', 'vite']) link(id)
  packages = readdirSync(scope).map((name) => join(scope, name))
  cpSync(join(ROOT, 'tests/fixtures/word-count'), join(project, 'src'), { recursive: true })
  for (const example of ['rating', 'reading-list'])
    cpSync(join(ROOT, 'tests/fixtures', example), join(project, 'src', example), {
      recursive: true,
    })
  writeExampleFiles('docs/writing-a-plugin.md', /^(package|tsconfig|vite\.config)\./, project)
  for (const page of PAGES) writeExampleFiles(page, /\.ts$/, join(project, 'src'))
})
afterAll(() => rmSync(project, { recursive: true }))

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Installs a library as npm would without the network. */
function link(id: string): void {
  const path = join(project, 'node_modules', id)
  if (id.startsWith('@typecase/')) return
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  symlinkSync(join(ROOT, 'node_modules', id), path)
}

test('packages hold only modules, types and styles, at the paths in their manifests', async () => {
  for (const folder of packages) {
    const files = globSync('**/*', { cwd: folder }).filter((path) =>
      statSync(join(folder, path)).isFile(),
    )
    const others = files.filter((path) => !/^dist\/.*\.(js|d\.ts|css)$/.test(path))
    expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json'])
    expect(files.filter((path) => /\.(test|fixture)|test-d/.test(path))).toEqual([])
    const code = files.map((path) => readFileSync(join(folder, path), 'utf8')).join('')
    expect(code.length).toBeLessThan(2_000_000)
    expect(code).not.toContain(join(ROOT, 'packages'))
    const { name, exports, dependencies, peerDependencies } = manifestOf(folder)
    for (const target of Object.values(exports)) {
      if (typeof target !== 'string') expect(Object.keys(target)).toEqual(['types', 'default'])
      for (const path of typeof target === 'string' ? [target] : Object.values(target))
        expect(globSync(path, { cwd: folder }), `${name} ${path}`).not.toEqual([])
    }

    const bundle = await rolldown({
      cwd: folder,
      input: files.filter((path) => path.endsWith('.js')),
      external: /^[^./]|\.css$/,
    })
    const { output } = await bundle.generate()
    await bundle.close()
    const declared = [name, ...Object.keys({ ...dependencies, ...peerDependencies })]
    const chunks = output.filter((file) => file.type === 'chunk')
    const names = new Set(chunks.map(({ fileName }) => fileName))
    const undeclared = chunks
      .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
      .filter((id) => !names.has(id) && !id.endsWith('.css'))
      .filter((id) => !declared.some((one) => `${id}/`.startsWith(`${one}/`)))
    expect(undeclared).toEqual([])
  }
})

test.each([
  ['bundler', ['--module', 'esnext', '--skipLibCheck', 'true']],
  ['nodenext', ['--module', 'nodenext', '--skipLibCheck', 'false']],
])('the types of the packages resolve without errors with %s', (resolution, options) => {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const args = [tsc, '-p', project, '--moduleResolution', resolution, '--pretty', 'false']
  const { stdout } = spawnSync(process.execPath, [...args, ...options], {
    cwd: project,
    encoding: 'utf8',
  })
  // Errors in the types of other libraries are not reported.
  const problems = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('..'))
  expect(problems).toEqual([])
})

test('Node imports the contract and the query language directly', () => {
  const modules = ['contract', 'content-query'].flatMap((name) =>
    globSync(`node_modules/@typecase/${name}/dist/**/*.js`, { cwd: project }),
  )
  expect(modules.length).toBeGreaterThan(100)
  const program = `
    for (const path of ${JSON.stringify(modules)}) await import('./' + path)
    const { isOldDraft } = await import('./src/old-drafts.ts')
    console.log(isOldDraft({ status: 'draft', metadata: { year: 1851 } }))`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: project,
    encoding: 'utf8',
  })
  expect(output.trim()).toBe('true')
})

test('the sample plugin builds with the documented configuration and becomes active', async () => {
  await build({ root: project, logLevel: 'error' })
  expect(readdirSync(join(project, 'dist'))).toEqual(
    expect.arrayContaining(['plugin.css', 'plugin.js']),
  )
  const { default: plugin } = await import(pathToFileURL(join(project, 'dist/plugin.js')).href)
  const host = createHost()
  await host.register(plugin)
  await host.ready()
  expect(host.plugins.list()).toMatchObject([{ id: 'word-count', status: 'active' }])
})

test('the sample extension is bundled without its SDK, which the frame provides', async () => {
  const bundle = await rolldown({
    input: join(project, 'src/extension.ts'),
    external: ['@typecase/extension-sdk'],
  })
  const { output } = await bundle.generate()
  expect(output.map(({ fileName }) => fileName)).toEqual(['extension.js'])
  expect(output[0].imports).toEqual(['@typecase/extension-sdk'])
  await bundle.close()
})
