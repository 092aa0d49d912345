import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

export interface Source {
  /** From the root of the repository, with forward slashes. */
  path: string
  text: string
}

/** Files of the repository, also those not committed yet. */
export function filesOf(...patterns: string[]): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns]
  const output = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return output
    .split('\n')
    .filter((path) => path && existsSync(join(ROOT, path)))
    .sort()
}

export function sourcesOf(...patterns: string[]): Source[] {
  return filesOf(...patterns).map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), 'utf8'),
  }))
}

/** What a file imports, statically or lazily; relative paths are resolved from the root. */
export function importsOf({ path, text }: Source): string[] {
  const found = [...text.matchAll(/(?:from\s+|import\s*\(?\s*)'([^'\n]+)'/g)].map(
    (match) => match[1] ?? '',
  )
  return found.map((name) => (name.startsWith('.') ? normalize(join(dirname(path), name)) : name))
}
