/** The platforms that keyboard shortcuts distinguish. */
export type Platform = 'mac' | 'other'

/** Detects the platform, with the same test that tinykeys uses for `$mod`. */
export function currentPlatform(): Platform {
  if (typeof navigator === 'undefined') return 'other'
  return /Mac|iPod|iPhone|iPad/.test(navigator.platform) ? 'mac' : 'other'
}

type Composing = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/**
 * Whether a press is part of an input method's composition, and so only text. Safari sends the Enter that ends a
 * composition after `compositionend`, and Android reports the presses of one as `Unidentified`: `keyCode` alone
 * identifies both.
 */
export function isComposing(event: Composing | { readonly nativeEvent: Composing }): boolean {
  const press = 'nativeEvent' in event ? event.nativeEvent : event
  return press.isComposing || press.keyCode === 229
}

type KeyCombination = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'getModifierState'
>

/**
 * Whether AltGr produces the character, such as `@` on many European keyboards. Windows reports it as Ctrl and Alt,
 * too.
 */
export function typesWithAltGraph(
  event: Pick<KeyCombination, 'key' | 'getModifierState'>,
): boolean {
  return currentPlatform() !== 'mac' && event.key.length === 1 && event.getModifierState('AltGraph')
}

/** Whether a press types a character, including with AltGr, or with Option on Apple. */
export function typesCharacter(event: KeyCombination): boolean {
  if (event.metaKey) return false
  if (typesWithAltGraph(event)) return true
  const isTyped = event.key.length === 1 || (event.altKey && event.key === 'Dead')
  return isTyped && !event.ctrlKey && (!event.altKey || currentPlatform() === 'mac')
}

/** Returns a binding of Alt and a letter. On Apple, where Option types characters, it uses Control instead. */
export function altLetter(letter: string): string {
  return `${currentPlatform() === 'mac' ? 'Control' : 'Alt'}+${letter}`
}

/** Whether a press is the binding of `altLetter`. */
export function isAltLetter(
  { key, altKey, ctrlKey, metaKey }: Omit<KeyCombination, 'getModifierState'>,
  letter: string,
): boolean {
  const isMac = currentPlatform() === 'mac'
  return key.toLowerCase() === letter && altKey !== isMac && ctrlKey === isMac && !metaKey
}

/**
 * Returns the index to which a key moves in a list or grid: arrows, Page up, Page down, Home and End. It may be out of
 * range, since lists treat their ends differently.
 * @param at the current index
 * @param perRow number of items per row; with it, Left and Right move as well
 * @param jump number of items by which Page up and Page down move
 * @returns undefined for other keys
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
