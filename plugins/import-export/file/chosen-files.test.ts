import { expect, test } from 'vitest'

import { asOneFile } from './chosen-files.ts'

const at = (path: string, content = 'x') => ({
  path,
  file: new File([content], path.split('/').at(-1) ?? path),
})

test('a single file stays as it is', () => {
  const one = at('blog.xml')
  expect(asOneFile([one])).toBe(one.file)
})

test.each([
  ['the files of a folder', ['blog/a.md', 'blog/posts/b.md'], 'blog.tar', ['a.md', 'posts/b.md']],
  ['one file in a folder', ['blog/a.md'], 'blog.tar', ['a.md']],
  ['several files', ['one.xml', 'two.xml'], 'files.tar', ['one.xml', 'two.xml']],
  ['two folders', ['a/1.md', 'b/2.md'], 'files.tar', ['a/1.md', 'b/2.md']],
  ['a folder under version control', ['blog/.git/HEAD', 'blog/a.md'], 'blog.tar', ['a.md']],
])('an archive is made of %s', async (_, paths, name, within) => {
  const archive = asOneFile(paths.map((path) => at(path)))
  expect(archive.name).toBe(name)
  const text = await archive.text()
  expect([...text.matchAll(/\d path=(.*)\n/g)].map(([, path]) => path)).toEqual(within)
})

test('a folder without files is refused', () => {
  expect(() => asOneFile([at('blog/.git/HEAD')])).toThrow('The folder holds no files.')
})
