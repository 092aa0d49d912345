/** Loads an address in the frame of a holder document. Another element is made, which adds nothing to the history. */
export function loadInFrame(
  holder: Window,
  address: string,
  connect: (frame: HTMLIFrameElement) => void,
): void {
  const former = holder.document.querySelector('iframe')
  if (!former) return
  // The copy is as sandboxed as the one that the server wrote.
  const frame = holder.document.importNode(former, false)
  frame.hidden = false
  frame.src = address
  connect(frame)
  former.replaceWith(frame)
}

/** Has the page prefer light or dark: the color scheme of a frame is that of its document. */
export function setColorScheme(holder: Window, scheme: 'light' | 'dark'): void {
  // The root of a holder is an element of another realm.
  holder.document.documentElement?.style.setProperty('color-scheme', scheme)
  holder.document.querySelector('iframe')?.style.setProperty('color-scheme', scheme)
}
