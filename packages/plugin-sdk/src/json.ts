/** Any value that survives `JSON.stringify` unchanged. Arguments, undo entries and recents consist of these. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json }
