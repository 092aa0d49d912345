const CODES: Readonly<Record<string, string>> = {
  KeyV: 'V',
  KeyE: 'E',
  BracketRight: ']',
  BracketLeft: '[',
}

/** The key of a press that belongs to the dashboard, also on keyboards where Alt makes another character. */
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
