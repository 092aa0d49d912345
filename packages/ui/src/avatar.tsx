import { type CSSProperties, useState } from 'react'
import styles from './avatar.module.css'

/** Returns up to two initials: of the first and the last word of a name, or the first letter of an e-mail address. */
export function initialsOf(name: string): string {
  const words = name.replace(/@.*$/, '').trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : '']
  return letters
    .map((word) => (word ? String.fromCodePoint(word.codePointAt(0) ?? 0) : ''))
    .join('')
    .toLocaleUpperCase()
}

/** Returns a hue in degrees, always the same for the same text, so a person keeps their colour everywhere. */
export function hueOf(text: string): number {
  let hash = 0
  for (const char of text) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return Math.round((hash % 1000) * 137.508) % 360
}

export interface AvatarProps {
  name: string
  src?: string | null | undefined
  /** Side length in px. */
  size?: number | undefined
  /** The name is next to the picture, so the picture need not repeat it. */
  isDecorative?: boolean | undefined
}

/** A person's picture, or their initials on a colour derived from the name. */
export function Avatar({ name, src, size = 24, isDecorative }: AvatarProps) {
  // Address of the picture that failed to load, so another one is tried.
  const [broken, setBroken] = useState<string>()
  const style: CSSProperties & Record<'--hue', number> = {
    '--hue': hueOf(name),
    width: size,
    height: size,
    fontSize: Math.max(9, Math.round(size * 0.42)),
  }
  const accessible = isDecorative
    ? ({ 'aria-hidden': true } as const)
    : ({ role: 'img', 'aria-label': name } as const)
  return (
    <span {...accessible} className={styles.avatar} style={style}>
      {src && src !== broken ? (
        <img src={src} alt="" width={size} height={size} onError={() => setBroken(src)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}
