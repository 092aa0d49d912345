/** Loads an address in the frame of a holder document. Replacing the element adds nothing to the history. */
export function loadInFrame(
  holder: Window,
  address: string,
  connect: (frame: HTMLIFrameElement) => void,
): void {
  const former = holder.document.querySelector('iframe')
  if (!former) return
  // The copy has the same sandbox as the frame that the server wrote.
  const frame = holder.document.importNode(former, false)
  frame.hidden = false
  frame.src = address
  connect(frame)
  former.replaceWith(frame)
}

/** Makes the page prefer light or dark, because a frame takes the colour scheme of its document. */
export function setColorScheme(holder: Window, scheme: 'light' | 'dark'): void {
  // The holder's root is an element of another realm.
  holder.document.documentElement?.style.setProperty('color-scheme', scheme)
  holder.document.querySelector('iframe')?.style.setProperty('color-scheme', scheme)
}
