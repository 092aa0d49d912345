/** The properties of a key press that a binding is made from. */
export interface PressLike {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  /** Code of the physical key, which identifies the letter that Option changed into another character. */
  code?: string
}

const MODIFIERS = new Set(['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'CapsLock'])

/**
 * Returns a key press in the syntax of tinykeys, with `$mod` for Cmd on Apple platforms and Ctrl elsewhere.
 * @returns undefined while only modifiers are held
 */
export function recordPress(event: PressLike, isApple: boolean): string | undefined {
  if (MODIFIERS.has(event.key)) return undefined
  const isMod = isApple ? event.metaKey : event.ctrlKey
  const isOther = isApple ? event.ctrlKey : event.metaKey
  const letter = isApple && event.altKey ? /^Key([A-Z])$/.exec(event.code ?? '')?.[1] : undefined
  const pressed = letter ?? event.key
  const key = pressed === ' ' ? 'Space' : pressed.length === 1 ? pressed.toLowerCase() : pressed
  const parts = [
    isMod && '$mod',
    isOther && (isApple ? 'Control' : 'Meta'),
    event.altKey && 'Alt',
    event.shiftKey && 'Shift',
    key,
  ]
  return parts.filter(Boolean).join('+')
}
