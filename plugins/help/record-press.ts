/** The parts of a key press that a binding is made of. */
export interface PressLike {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

const MODIFIERS = new Set(['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'CapsLock'])

/**
 * One key press in tinykeys' syntax, `$mod` for Cmd on Apple platforms and Ctrl elsewhere.
 * @returns undefined while only modifiers are held
 */
export function recordPress(event: PressLike, isApple: boolean): string | undefined {
  if (MODIFIERS.has(event.key)) return undefined
  const isMod = isApple ? event.metaKey : event.ctrlKey
  const isOther = isApple ? event.ctrlKey : event.metaKey
  const key =
    event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toLowerCase() : event.key
  const parts = [
    isMod && '$mod',
    isOther && (isApple ? 'Control' : 'Meta'),
    event.altKey && 'Alt',
    event.shiftKey && 'Shift',
    key,
  ]
  return parts.filter(Boolean).join('+')
}
