const CODES: Readonly<Record<string, string>> = {
  KeyV: 'V',
  KeyE: 'E',
  BracketRight: ']',
  BracketLeft: '[',
}

/** Returns the key if it belongs to the dashboard, even on keyboards where Alt types another character. */
export function dashboardKey({
  key,
  code,
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
}: KeyboardEvent): string | undefined {
  const isMod = ctrlKey || metaKey
  if (shiftKey || (altKey && isMod)) return undefined
  if (altKey) {
    const letter = /^[ve[\]]$/i.test(key) ? key.toUpperCase() : CODES[code]
    return letter && `Alt+${letter}`
  }
  if (isMod) return key === 'k' ? 'Mod+k' : undefined
  return key === 'Escape' ? key : undefined
}
