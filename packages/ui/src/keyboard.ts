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

/**
 * The place that a key leads to in a list or grid: the arrows, Page up and Page down, Home and End. It may be before the
 * first or beyond the last, where lists differ.
 * @param at the current place
 * @param perRow places of a row; given, Left and Right lead on as well
 * @param jump places that Page up and Page down go by
 * @returns undefined for a key that leads nowhere
 */
export function indexAfterKey(
  key: string,
  at: number,
  { count, perRow, jump = 10 }: { count: number; perRow?: number; jump?: number },
): number | undefined {
  const down = perRow ?? 1
  const across = perRow === undefined ? {} : { ArrowRight: at + 1, ArrowLeft: at - 1 }
  const indexByKey: Readonly<Record<string, number>> = {
    ...across,
    ArrowDown: at + down,
    ArrowUp: at - down,
    PageDown: at + jump,
    PageUp: at - jump,
    Home: 0,
    End: count - 1,
  }
  return indexByKey[key]
}
