/** Runs something once what is in the document by now has been painted. */
export function afterPaint(run: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    port1.close()
    run()
  })
  port1.start()
  // A message after the frame callback is handled once the frame was painted.
  requestAnimationFrame(() => port2.postMessage(null))
}
