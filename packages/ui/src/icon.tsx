import type { LucideIcon } from 'lucide-react'
import { createElement, Suspense, use } from 'react'
import { firstIcons } from './first-icons.ts'
import type { moreIcons } from './more-icons.ts'

export type IconName = keyof typeof firstIcons | keyof typeof moreIcons

export interface IconProps {
  /** Lucide's name in kebab case, such as `message-square`. Any name of https://lucide.dev/icons works. */
  name: IconName | (string & {})
  /** Side length in px. */
  size?: number | undefined
  className?: string | undefined
  /** Names an icon that stands alone. Without it the icon is decoration, hidden from assistive technology. */
  label?: string | undefined
}

type IconSet = Record<string, LucideIcon>

const laterIcons = new Map<string, Promise<LucideIcon>>()

async function fetchIcon(name: string): Promise<LucideIcon> {
  try {
    const more: IconSet = (await import('./more-icons.ts')).moreIcons
    if (Object.hasOwn(more, name)) return more[name] ?? firstIcons.box
    // All of Lucide is one large chunk, fetched only when an extension names an icon outside our sets.
    const all: IconSet = (await import('lucide-react')).icons
    const exportName = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
    return all[exportName] ?? firstIcons.box
  } catch {
    // Offline: the next page load tries again, and meanwhile a box stands for it.
    return firstIcons.box
  }
}

function loadIcon(name: string): Promise<LucideIcon> {
  const icon = laterIcons.get(name) ?? fetchIcon(name)
  laterIcons.set(name, icon)
  return icon
}

function accessibleProps(label: string | undefined) {
  return label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
}

function LaterIcon({ name, size = 16, className, label }: IconProps) {
  return createElement(use(loadIcon(name)), { size, className, ...accessibleProps(label) })
}

/** An icon by name, for data-only descriptors that cannot hold a component. Takes the text's colour. */
export function Icon(props: IconProps) {
  const { name, size = 16, className, label } = props
  if (Object.hasOwn(firstIcons, name)) {
    const Glyph = firstIcons[name as keyof typeof firstIcons]
    return <Glyph size={size} className={className} {...accessibleProps(label)} />
  }
  return (
    <Suspense
      fallback={<svg width={size} height={size} className={className} aria-hidden="true" />}
    >
      <LaterIcon {...props} />
    </Suspense>
  )
}
