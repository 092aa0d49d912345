import { Suspense, use } from 'react'
import { firstIcons } from './first-icons.ts'
import type { moreIcons } from './more-icons.ts'

export type IconName = keyof typeof firstIcons | keyof typeof moreIcons

export interface IconProps {
  /** Lucide's name in kebab case, such as `message-square`. All names of https://lucide.dev/icons work. */
  name: IconName | (string & {})
  /** Side length in px. */
  size?: number | undefined
  className?: string | undefined
  /**
   * The accessible name of an icon without text. Without it, the icon is decoration, hidden from assistive technology.
   */
  label?: string | undefined
}

type Outlines = Readonly<Record<string, string>>

const laterOutlines = new Map<string, Promise<string>>()

async function fetchOutline(name: string): Promise<string> {
  try {
    const more: Outlines = (await import('./more-icons.ts')).moreIcons
    const outline = more[name] ?? (await import('./all-icons.ts')).outlineNamed(name)
    return outline ?? firstIcons.box
  } catch {
    // Offline, a box is shown until the next page load tries again.
    return firstIcons.box
  }
}

function loadOutline(name: string): Promise<string> {
  const outline = laterOutlines.get(name) ?? fetchOutline(name)
  laterOutlines.set(name, outline)
  return outline
}

function accessibleProps(label: string | undefined) {
  return label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
}

function Glyph({ outline, size = 16, className, label }: IconProps & { outline: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      {...accessibleProps(label)}
    >
      <path d={outline} />
    </svg>
  )
}

function LaterIcon(props: IconProps) {
  return <Glyph {...props} outline={use(loadOutline(props.name))} />
}

/** An icon by name, for declarations that are data and cannot contain a component. Has the colour of the text. */
export function Icon(props: IconProps) {
  const { name, size = 16, className } = props
  const outline = Object.hasOwn(firstIcons, name) && firstIcons[name as keyof typeof firstIcons]
  if (outline) return <Glyph {...props} outline={outline} />
  return (
    <Suspense
      fallback={<svg width={size} height={size} className={className} aria-hidden="true" />}
    >
      <LaterIcon {...props} />
    </Suspense>
  )
}
