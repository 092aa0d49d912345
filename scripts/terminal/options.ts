import type { ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

/** Flags of every command. A command's own argument with the same name takes precedence. */
export const general = {
  bucket: { type: 'string' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  count: { type: 'string' },
  json: { type: 'boolean' },
  url: { type: 'string' },
  token: { type: 'string' },
  email: { type: 'string' },
  save: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Options

/** Flags that select the objects of a command. */
export const scope = {
  ids: { type: 'string', multiple: true },
  query: { type: 'string' },
  line: { type: 'string' },
  type: { type: 'string' },
  all: { type: 'boolean' },
  'except-ids': { type: 'string', multiple: true },
  'except-types': { type: 'string', multiple: true },
  'except-locales': { type: 'string', multiple: true },
} as const satisfies Options
