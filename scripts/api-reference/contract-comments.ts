import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = join(import.meta.dirname, '../../packages/contract/src')

/** The declarations of the contract by name. Files may declare the same name, so each declaration has its file. */
const declarations = new Map<string, { file: string; text: string }[]>()
for (const file of globSync('*.ts', { cwd: SOURCES }).sort()) {
  if (file.endsWith('.test.ts')) continue
  const source = readFileSync(join(SOURCES, file), 'utf8')
  for (const [text, name = ''] of source.matchAll(
    /^(?:export )?const (\w+)\b[\s\S]*?(?=\n(?:export|const|function|interface|type|\/\*\*)\b|\n\/\*\*|$(?![\s\S]))/gm,
  ))
    declarations.set(name, [...(declarations.get(name) ?? []), { file, text }])
}

/**
 * Returns the contract's comments on the keys of a part of an endpoint. They are read from the source, because
 * descriptions in schemas would appear in error messages.
 */
export function commentsOf(id: string, part: 'body' | 'response'): ReadonlyMap<string, string> {
  const declaration = [...declarations.values()]
    .flat()
    .find(({ text }) => text.includes(`id: '${id}'`))
  const section =
    declaration &&
    new RegExp(`\\n  ${part}:[\\s\\S]*?(?=\\n  \\w+:|\\n\\}\\))`).exec(declaration.text)
  const comments = new Map<string, string>()
  if (section) collect(section[0], declaration.file, comments, new Set())
  return comments
}

function collect(text: string, file: string, comments: Map<string, string>, seen: Set<string>) {
  for (const [, comment = '', key = ''] of text.matchAll(
    /\/\*\*\s*((?:(?!\*\/)[\s\S])*?)\s*\*\/\s*'?(\w+)\??'?:/g,
  ))
    if (!comments.has(key)) comments.set(key, oneLine(comment))
  // Follow references: `one()`, `...paging`, `body: bulkScope,` or `type(mediaFields)`.
  for (const [name = ''] of text.matchAll(
    /(?<![.\w])[a-z]\w+(?=\()|(?<=\.\.\.)[a-z]\w+|(?<=: )[a-z]\w+(?=,?$)|(?<=\()[a-z]\w+(?=\))/gm,
  )) {
    if (seen.has(name)) continue
    seen.add(name)
    const sameName = declarations.get(name) ?? []
    const one = sameName.find((declaration) => declaration.file === file) ?? sameName[0]
    if (one && !one.text.includes('= endpoint(')) collect(one.text, one.file, comments, seen)
  }
}

const oneLine = (comment: string): string =>
  comment
    .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
    .replace(/^\*?\s*/, '')
    .trim()
