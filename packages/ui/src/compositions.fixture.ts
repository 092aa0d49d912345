/** How browsers report a press that is part of a composition. */
export const compositions = {
  Chromium: (key: string) => ({ key, keyCode: 229, isComposing: true }),
  /** After `compositionend`. */
  Safari: (key: string) => ({ key, keyCode: 229, isComposing: false }),
  Android: () => ({ key: 'Unidentified', keyCode: 229, isComposing: true }),
} as const

export type Composition = keyof typeof compositions

export const browsers = Object.keys(compositions) as Composition[]

/** Composes a text in the focused element, with a key press during the composition. @returns that press */
export function compose(target: Element, browser: Composition, key: string): KeyboardEvent {
  const press = new KeyboardEvent('keydown', {
    ...compositions[browser](key),
    bubbles: true,
    cancelable: true,
    composed: true,
  })
  const send = (type: string) =>
    target.dispatchEvent(new CompositionEvent(type, { bubbles: true, data: 'あ' }))
  send('compositionstart')
  if (browser === 'Safari') send('compositionend')
  target.dispatchEvent(press)
  if (browser !== 'Safari') send('compositionend')
  return press
}
