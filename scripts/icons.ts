import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { outlineOf } from '../packages/ui/src/icon-outline.ts'

/** Writes the outlines of the bundled icons with their names. They come from Lucide. */
const ROOT = join(import.meta.dirname, '..')
const LUCIDE = join(ROOT, 'node_modules/@iconify-json/lucide/icons.json')

const { icons, aliases } = JSON.parse(readFileSync(LUCIDE, 'utf8')) as {
  icons: Record<string, { body: string }>
  aliases: Record<string, { parent: string }>
}
for (const file of ['first-icons.ts', 'more-icons.ts']) {
  const path = join(ROOT, 'packages/ui/src', file)
  const text = readFileSync(path, 'utf8')
  const next = text.replaceAll(/^ {2}'?([a-z0-9-]+)'?:\s*'[^']*',$/gm, (_line, name: string) => {
    const icon = icons[name] ?? icons[aliases[name]?.parent ?? '']
    if (!icon) throw new Error(`Lucide has no icon ${name}`)
    return `  '${name}': '${outlineOf(icon.body)}',`
  })
  writeFileSync(path, next)
}
