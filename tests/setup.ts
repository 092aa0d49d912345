import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

// Waiting for a page to show something must not fail because a machine is busy with something else.
beforeAll(async () => {
  if (typeof document === 'undefined') return
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000 })
})

// What jsdom has not: layout.
beforeEach(() => {
  if (typeof document === 'undefined') return
  Element.prototype.scrollIntoView = () => {}
  globalThis.IntersectionObserver ??= class {
    root = null
    rootMargin = ''
    scrollMargin = ''
    thresholds = []
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords = () => []
  }
})

// Files share their modules: after a press without a pointer, as a screen reader's, React Aria moves the focus late.
beforeEach(async () => {
  if (typeof document === 'undefined') return
  const { setInteractionModality } = await import('react-aria/useFocusVisible')
  setInteractionModality('keyboard')
})

// A dialog that is left open would take the focus from the next file's page.
afterEach(async () => {
  if (typeof document === 'undefined') return
  const { cleanup } = await import('@testing-library/react')
  cleanup()
})

// React Aria's first announcement waits a tenth of a second, by when a file's document may be gone; it is given up
// once its element is.
afterAll(() => {
  if (typeof document === 'undefined') return
  for (const element of document.querySelectorAll('[data-live-announcer]')) element.remove()
})
