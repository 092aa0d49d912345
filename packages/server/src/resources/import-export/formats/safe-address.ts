/** Whether an address has no scheme, or one that runs no code. */
export const isSafeAddress = (address: string): boolean =>
  /^(?:https?:|mailto:|tel:|[/?#.]|[^:]*$)/i.test(address.trim())
