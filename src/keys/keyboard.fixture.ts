/** A key press as a browser reports it: `{ key: 'é', code: 'Digit2' }`, with the modifiers that are down. */
export interface Pressed {
  readonly key: string
  readonly code?: string
  readonly down?: readonly ('Shift' | 'Control' | 'Alt' | 'Meta' | 'AltGraph')[]
  readonly repeat?: boolean
  readonly isComposing?: boolean
  readonly target?: EventTarget
}

/** Creates the event. The code of a letter or digit defaults to its key on a US keyboard. */
export function press(pressed: Pressed | string): KeyboardEvent {
  const {
    key,
    code = codeOf(key),
    down = [],
    target,
    ...rest
  } = typeof pressed === 'string' ? { key: pressed } : pressed
  const event = new KeyboardEvent('keydown', {
    key,
    code,
    bubbles: true,
    cancelable: true,
    composed: true,
    shiftKey: down.includes('Shift'),
    ctrlKey: down.includes('Control'),
    altKey: down.includes('Alt'),
    metaKey: down.includes('Meta'),
    modifierAltGraph: down.includes('AltGraph'),
    ...rest,
  })
  if (target) Object.defineProperty(event, 'composedPath', { value: () => [target] })
  return event
}

function codeOf(key: string): string {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`
  return /^\d$/.test(key) ? `Digit${key}` : key
}
