import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import fc from 'fast-check'
import { extract } from 'tar-stream'
import { expect, test } from 'vitest'

import { folderArchive, isContent } from './folder-archive.ts'

/** Reads the files of a tar with another program's code. */
async function filesIn(archive: Blob): Promise<[string, string][]> {
  const files: [string, string][] = []
  const tar = extract()
  Readable.fromWeb(archive.stream() as Parameters<typeof Readable.fromWeb>[0]).pipe(tar)
  for await (const entry of tar) files.push([entry.header.name, await text(entry)])
  return files
}

test('files of any path and content are read back unchanged from the archive', async () => {
  const path = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 300 })
    .filter((one) => !/[\0\n]/.test(one))
  const files = fc.uniqueArray(fc.tuple(path, fc.string({ maxLength: 2000 })), {
    maxLength: 5,
    selector: ([name]) => name,
  })
  await fc.assert(
    fc.asyncProperty(files, async (all) => {
      const archive = folderArchive(
        all.map(([name, content]) => ({ path: name, file: new Blob([content]) })),
      )
      expect(await filesIn(archive)).toEqual(all)
    }),
    { numRuns: 50 },
  )
})

test('an archive keeps paths whose record length is about to gain a digit', async () => {
  for (let length = 80; length < 120; length += 1) {
    const path = 'a'.repeat(length)
    expect(await filesIn(folderArchive([{ path, file: new Blob(['x']) }]))).toEqual([[path, 'x']])
  }
})

test.each([
  ['posts/hello.md', true],
  ['.git/config', false],
  ['site/node_modules/a/b.md', false],
  ['images/.DS_Store', false],
  ['digit.md', true],
])('%s belongs to the content: %s', (path, expected) => {
  expect(isContent(path)).toBe(expected)
})
