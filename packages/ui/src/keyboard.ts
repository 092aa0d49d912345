/** Which keyboard shortcuts are written for. */
export type Platform = 'mac' | 'other'

/** Must agree with tinykeys, which reads `$mod` by the same test. */
export function currentPlatform(): Platform {
  if (typeof navigator === 'undefined') return 'other'
  return /Mac|iPod|iPhone|iPad/.test(navigator.platform) ? 'mac' : 'other'
}

type Composing = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/**
 * Whether a press is part of an input method's composition and therefore means nothing but text. Safari sends the Enter
 * that ends a composition after `compositionend`, and Android every press of one: `keyCode` alone tells those.
 */
export function isComposing(event: Composing | { readonly nativeEvent: Composing }): boolean {
  const press = 'nativeEvent' in event ? event.nativeEvent : event
  return press.isComposing || press.keyCode === 229
}

type Modified = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'getModifierState'>

/** Whether AltGr makes the character, such as `@` on many European keyboards. Windows reports it as Ctrl and Alt besides. */
export function typesWithAltGraph(event: Pick<Modified, 'key' | 'getModifierState'>): boolean {
  return currentPlatform() !== 'mac' && event.key.length === 1 && event.getModifierState('AltGraph')
}

/** Whether a press types a character, also with AltGr, or with Option on Apple. */
export function typesCharacter(event: Modified): boolean {
  if (event.metaKey) return false
  if (typesWithAltGraph(event)) return true
  const isTyped = event.key.length === 1 || (event.altKey && event.key === 'Dead')
  return isTyped && !event.ctrlKey && (!event.altKey || currentPlatform() === 'mac')
}

/** A binding of Alt and a letter. On Apple, where Option types characters, it has Control in its place. */
export function altLetter(letter: string): string {
  return `${currentPlatform() === 'mac' ? 'Control' : 'Alt'}+${letter}`
}

/** Whether a press is the binding of `altLetter`. */
export function isAltLetter(
  { key, altKey, ctrlKey, metaKey }: Omit<Modified, 'getModifierState'>,
  letter: string,
): boolean {
  const isMac = currentPlatform() === 'mac'
  return key.toLowerCase() === letter && altKey !== isMac && ctrlKey === isMac && !metaKey
}
