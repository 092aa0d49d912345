/**
 * Removes APIs that reach other servers despite the document's policy. The server makes every file of an extension
 * import this module first, so it runs before the extension's code in each realm of a frame, including realms that the
 * extension creates.
 */

/**
 * WebRTC connects to any server, regardless of `connect-src`. The property is redefined rather than deleted, so that no
 * lazy lookup restores it.
 */
for (const name of Object.getOwnPropertyNames(globalThis))
  if (/^(webkit|moz)?RTC/.test(name))
    Object.defineProperty(globalThis, name, {
      value: undefined,
      configurable: false,
      writable: false,
    })
