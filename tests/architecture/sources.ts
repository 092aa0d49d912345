import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

export interface Source {
  /** From the root of the repository, with forward slashes. */
  path: string
  text: string
}

/** Folders that are made here and not part of the repository, as `.gitignore` names them. */
const IGNORED = readFileSync(join(ROOT, '.gitignore'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => (line.startsWith('/') ? line.slice(1) : `**/${line}`))

/** All paths, read once: git is not on every machine that runs the tests. */
const paths = globSync('**', { cwd: ROOT, exclude: IGNORED, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  .sort()

/** Files of the repository. A `*` matches any characters, including `/`; a folder matches all its files. */
export function filesOf(...patterns: string[]): string[] {
  const expressions = patterns.map((pattern) => {
    const source = pattern
      .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/\*+/g, '.*')
    return new RegExp(`^${source}(/|$)`)
  })
  return paths.filter((path) => expressions.some((expression) => expression.test(path)))
}

export function sourcesOf(...patterns: string[]): Source[] {
  return filesOf(...patterns).map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), 'utf8'),
  }))
}

/** The imports of a file, static or lazy; relative paths are resolved from the root. */
export function importsOf({ path, text }: Source): string[] {
  const imports = [...text.matchAll(/(?:from\s+|import\s*\(?\s*)'([^'\n]+)'/g)].map(
    (match) => match[1] ?? '',
  )
  return imports.map((name) => (name.startsWith('.') ? normalize(join(dirname(path), name)) : name))
}
