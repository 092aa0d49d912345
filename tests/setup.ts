import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

// Reports show the message of an error but not its cause, which holds the failure of a property.
fc.configureGlobal({ includeErrorInReport: true })

// Waiting for a page to show something must not fail because a machine is busy with something else.
beforeAll(async () => {
  if (typeof document === 'undefined') return
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000 })
})

// jsdom has no layout, so these are stubs.
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

// Files share their modules. After a press without a pointer, as from a screen reader, React Aria moves the focus late.
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

// Files share React Aria but not their document, so its announcer would stay in the first file's document.
afterAll(async () => {
  if (typeof document === 'undefined') return
  const { destroyAnnouncer } = await import('react-aria/private/live-announcer/LiveAnnouncer')
  destroyAnnouncer()
  document.body.replaceChildren()
})
