import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

export interface Source {
  /** From the root of the repository, with forward slashes. */
  path: string
  text: string
}

/** Generated folders that are not part of the repository, according to `.gitignore`. */
const IGNORED = readFileSync(join(ROOT, '.gitignore'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => (line.startsWith('/') ? line.slice(1) : `**/${line}`))

/** All paths, collected once without git, which some machines that run the tests lack. */
const paths = globSync('**', { cwd: ROOT, exclude: IGNORED, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  .sort()

/** Returns files of the repository. A `*` matches any characters, including `/`; a folder matches all its files. */
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

/** Returns the imports of a file, static or lazy. Relative paths are resolved from the root. */
export function importsOf({ path, text }: Source): string[] {
  const imports = [...text.matchAll(/(?:from\s+|import\s*\(?\s*)'([^'\n]+)'/g)].map(
    (match) => match[1] ?? '',
  )
  return imports.map((name) => (name.startsWith('.') ? normalize(join(dirname(path), name)) : name))
}
