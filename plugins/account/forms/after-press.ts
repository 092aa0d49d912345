/**
 * Runs at once, or when the finger or the mouse is up again. A press elsewhere takes the focus from a field; were its
 * message shown right then, what is being pressed would move away from under the pointer, and the press be lost.
 */
export function afterPress(work: () => void): void {
  const isPressing = document.querySelector(':active') !== null
  // The click comes after the pointer is up.
  if (isPressing) window.addEventListener('pointerup', () => setTimeout(work), { once: true })
  else work()
}
