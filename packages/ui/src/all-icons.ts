import lucide from '@iconify-json/lucide/icons.json'

import { outlineOf } from './icon-outline.ts'

interface IconFile {
  readonly icons: Readonly<Record<string, { readonly body: string }>>
  readonly aliases: Readonly<Record<string, { readonly parent: string }>>
}

const { icons, aliases }: IconFile = lucide

/**
 * Returns the outline of any icon of Lucide (ISC licence), also by an earlier name of the icon. One large chunk:
 * fetched only when an extension names an icon outside our own sets.
 */
export function outlineNamed(name: string): string | undefined {
  const icon = icons[name] ?? icons[aliases[name]?.parent ?? '']
  return icon && outlineOf(icon.body)
}
