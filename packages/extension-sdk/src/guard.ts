/**
 * Takes from a realm what reaches other servers past the policy of its document. The server has every file of an extension
 * import this first, so that it runs before their code in each realm of a frame, also in those that the extension makes.
 */

/**
 * WebRTC sends to any server, regardless of `connect-src`. The property is kept, so that no lazy lookup restores it.
 */
for (const name of Object.getOwnPropertyNames(globalThis))
  if (/^(webkit|moz)?RTC/.test(name))
    Object.defineProperty(globalThis, name, {
      value: undefined,
      configurable: false,
      writable: false,
    })
