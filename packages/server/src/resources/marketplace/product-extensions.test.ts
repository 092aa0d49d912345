import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { EXTENSIONS, manifestOf } from '../../testing/extensions.ts'
import { createProductExtensions } from './product-extensions.ts'

const folder = mkdtempSync(join(tmpdir(), 'typecase-extensions-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Reads the extensions of a folder, and returns which of them were skipped. */
async function read(from: string) {
  const skipped: string[] = []
  const error = (about: unknown) => skipped.push((about as { extension: string }).extension)
  const extensions = createProductExtensions(from, { error })
  return { bundles: await extensions(), skipped: skipped.toSorted(), extensions }
}

test('TypeScript is compiled to JavaScript, and imports between modules are adapted', async () => {
  const { bundles, skipped } = await read(EXTENSIONS)
  expect(skipped).toEqual([])
  const { files = [], manifest } = bundles.get('line-count') ?? {}
  expect(manifest?.title).toBe('Line count')
  expect(files.map(({ path }) => path)).toEqual([
    'extension.css',
    'extension.js',
    'lines.js',
    'manifest.json',
  ])
  const text = (name: string) => files.find(({ path }) => path === name)?.content.toString()
  expect(text('extension.js')).toContain("from './lines.js'")
  expect(text('extension.js')).not.toContain('Counted')
  expect(text('lines.js')).not.toContain('interface')
})

test('a broken folder is skipped, and the other extensions are loaded', async () => {
  cpSync(EXTENSIONS, folder, { recursive: true })
  const broken: Record<string, Record<string, string>> = {
    empty: {},
    renamed: { 'manifest.json': JSON.stringify(manifestOf()), 'extension.ts': '' },
    enums: {
      'manifest.json': JSON.stringify(manifestOf({ id: 'enums' })),
      'extension.ts': 'enum A { B }',
    },
    page: {
      'manifest.json': JSON.stringify(manifestOf({ id: 'page' })),
      'extension.ts': '',
      'index.html': '',
    },
  }
  for (const [name, files] of Object.entries(broken)) {
    mkdirSync(join(folder, name))
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, name, path), text)
  }
  writeFileSync(join(folder, 'README.md'), 'Not an extension.')
  const { bundles, skipped, extensions } = await read(folder)
  expect([...bundles.keys()]).toEqual(['line-count'])
  expect(skipped).toEqual(Object.keys(broken).toSorted())
  // The folder is read only once.
  expect(await extensions()).toBe(bundles)
})

test('a missing folder results in an empty list', async () => {
  const { bundles, skipped } = await read(join(folder, 'nowhere'))
  expect([bundles.size, skipped]).toEqual([0, []])
})
