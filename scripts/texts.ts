import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { parseSync, Visitor } from 'rolldown/utils'

/**
 * Prints all texts that people read, file by file, for proofreading: `node scripts/texts.ts`, or `node scripts/texts.ts
 * plugins/media packages/server/src/resources/media` for some folders.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const folders = positionals.length > 0 ? positionals : ['src', 'plugins', 'packages']
const files = globSync(
  folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
  {
    exclude: [
      '**/node_modules/**',
      '**/*.{test,fixture}.*',
      '**/testing/**',
      '**/golden-queries.ts',
      'packages/demo/**',
    ],
  },
)

/** Properties whose texts are only for search or styling. */
const UNREAD = ['keywords', 'aliases', 'className']

const isSentence = (text: string): boolean =>
  /\p{L}\S*\s\S|^[A-Z][a-z]+…?$|[.!?]$/u.test(text) && !isCode(text)

const isCode = (text: string): boolean =>
  /^(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|AND|ON|PRAGMA|UNION)\b|[{};]$|^[a-z-]+: |^[./\w-]*[/@][./\w-]*$/.test(
    text,
  )

for (const file of files.sort()) {
  const texts = textsOf(file)
  if (texts.length > 0) process.stdout.write(`\n${file}\n${texts.join('\n')}\n`)
}

function textsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const texts: { start: number; text: string }[] = []
  const unread: { start: number; end: number }[] = []
  new Visitor({
    ImportDeclaration: (node) => unread.push(node),
    TSLiteralType: (node) => unread.push(node),
    Property({ key, value }) {
      if (key.type === 'Identifier' && UNREAD.includes(key.name)) unread.push(value)
    },
    Literal({ start, value }) {
      if (typeof value === 'string') texts.push({ start, text: value })
    },
    TemplateLiteral({ start, quasis }) {
      texts.push({ start, text: quasis.map(({ value }) => value.cooked).join('${…}') })
    },
    JSXText: ({ start, value }) => texts.push({ start, text: value }),
  }).visit(parseSync(file, source).program)
  return texts
    .filter(({ start }) => !unread.some((node) => node.start <= start && start < node.end))
    .map(({ start, text }) => ({ start, text: text.replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ text }) => isSentence(text))
    .map(
      ({ start, text }) =>
        `${String(source.slice(0, start).split('\n').length).padStart(5)}  ${text}`,
    )
}
