import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeEach, expect, test } from 'vitest'

import { readArchive } from '../packages/server/src/resources/marketplace/archive.ts'
import { makeBundle } from '../packages/server/src/resources/marketplace/bundle.ts'

const ROOT = join(import.meta.dirname, '..')
const EXTENSION = join(ROOT, 'tests/fixtures/extensions/line-count')

const workFolder = mkdtempSync(join(tmpdir(), 'typecase-pack-'))
const folder = join(workFolder, 'line-count')
const file = join(workFolder, 'line-count.zip')
beforeEach(() => {
  rmSync(file, { force: true })
  rmSync(folder, { recursive: true, force: true })
  cpSync(EXTENSION, folder, { recursive: true })
})
afterAll(() => rmSync(workFolder, { recursive: true }))

/** Runs the command as in a terminal. */
const pack = (...args: string[]) => extension('pack', ...args)

function extension(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/typecase.ts', 'extension', ...args],
    { cwd: ROOT, encoding: 'utf8' },
  )
  return { status, stdout, stderr }
}

test('packing a folder makes a publishable zip, with the same bytes each time', async () => {
  writeFileSync(join(folder, 'lines.test.ts'), 'no one runs this')
  writeFileSync(join(folder, '.hidden'), 'x')
  const { status, stdout, stderr } = pack(folder, file)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('Packed line-count 1.0.0: 4 files')
  const { files, manifest } = await makeBundle(await readArchive(readFileSync(file)))
  expect(manifest.id).toBe('line-count')
  expect(files.map(({ path }) => path)).toEqual([
    'extension.css',
    'extension.js',
    'lines.js',
    'manifest.json',
  ])
  const before = readFileSync(file)
  pack(folder, file)
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('packing names the problem and writes no file if publishing would refuse the extension', () => {
  const path = join(folder, 'manifest.json')
  const manifest = readFileSync(path, 'utf8')
  writeFileSync(path, manifest.replace('"Count lines"', '""'))
  expect(pack(folder, file)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('manifest.commands.0.title'),
  })
  writeFileSync(path, manifest)
  writeFileSync(join(folder, 'extension.ts'), 'enum A { B }')
  expect(pack(folder, file)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('extension.ts must be JavaScript'),
  })
  writeFileSync(join(folder, 'extension.ts'), `import { html } from 'lit'`)
  expect(pack(folder, file)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('extension.js must not import lit'),
  })
  expect(existsSync(file)).toBe(false)
})

test('wrong arguments exit with 2, `--help` with 0', () => {
  expect(pack(folder).status).toBe(2)
  expect(pack(join(workFolder, 'nowhere'), file)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('nowhere'),
  })
  expect(pack('--odd').status).toBe(2)
  expect(pack('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('<file.zip>') })
})

test('the usage is printed without a verb, and an unknown verb exits with 2', () => {
  expect(extension()).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('extension pack <folder> <file.zip>'),
  })
  expect(extension('unpack')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('no command “extension unpack”'),
  })
})
