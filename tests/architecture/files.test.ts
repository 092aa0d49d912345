import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { filesOf, ROOT, sourcesOf } from './sources.ts'

const sources = sourcesOf(
  'src/*.ts*',
  'plugins/*.ts*',
  'packages/*.ts*',
  'tests/*.ts*',
  'scripts/*.ts',
)

/** Whether a file contains rows of data rather than code. */
const isData = (path: string) =>
  /\/(demo|templates|corpus|gallery)\b/.test(path) || path.endsWith('-data.ts')

describe('source files', () => {
  test('have kebab-case names', () => {
    const invalid = sources
      .map(({ path }) => path)
      .filter(
        (path) =>
          !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|fixture|test-d|e2e|module|bench|(property|sqlite)\.test))?\.tsx?$/.test(
            basename(path),
          ),
      )
    expect(invalid).toEqual([])
  })

  test('have no vague names such as utils, helpers or misc', () => {
    const vague = sources
      .map(({ path }) => path)
      .filter((path) => /\/(utils?|helpers?|misc|common)\.tsx?$/.test(path))
    expect(vague).toEqual([])
  })

  test('have at most 500 lines', () => {
    const long = sources
      .filter(({ path, text }) => !isData(path) && text.split('\n').length > 500)
      .map(({ path }) => path)
    expect(long).toEqual([])
  })

  test('contain no “export * from”', () => {
    const barrels = sources
      .filter(({ text }) => /^export \* from/m.test(text))
      .map(({ path }) => path)
    expect(barrels).toEqual([])
  })

  test('state the reason for every disabled lint rule', () => {
    const silent = sources
      .filter(({ text }) => /(ox|es)lint-disable(?:-next-line|-line)?(?:(?! -- ).)*$/m.test(text))
      .map(({ path }) => path)
      .filter((path) => path !== 'tests/architecture/files.test.ts')
    expect(silent).toEqual([])
  })
})

describe('a plugin folder', () => {
  const folders = [
    ...new Set(filesOf('plugins').map((path) => path.split('/').slice(0, 2).join('/'))),
  ]

  test.each(folders)('%s has a descriptor and a README of at most 30 lines', (folder) => {
    const files = filesOf(folder)
    expect(files).toContain(`${folder}/plugin.ts`)
    const readme = readFileSync(join(ROOT, folder, 'README.md'), 'utf8')
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
  })
})

describe('decisions', () => {
  const pages = filesOf('docs/decisions/0*').map((path) => basename(path))

  test('have unique numbers', () => {
    const numbers = pages.map((page) => page.slice(0, 4))
    expect(numbers).toEqual([...new Set(numbers)])
    expect(numbers.length).toBeGreaterThan(0)
  })

  test('are listed in their index', () => {
    const index = readFileSync(join(ROOT, 'docs/decisions/README.md'), 'utf8')
    const listed = [...index.matchAll(/\]\((0[^)]+)\)/g)].map(([, page]) => page)
    expect(new Set(listed)).toEqual(new Set(pages))
    expect(listed).toHaveLength(pages.length)
  })
})
