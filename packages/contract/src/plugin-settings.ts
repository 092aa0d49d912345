import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { bucketSlug } from './slugs.ts'

/** Maximum size of one plugin's settings, in bytes of JSON. */
export const MAX_SETTINGS = 64_000

const pluginId = () =>
  type(/^[a-z][a-z0-9]{0,49}(-[a-z0-9]{1,49}){0,5}$/).describe(
    'a plugin’s id: lower-case words joined by -',
  )
const settingKey = () =>
  type(/^[A-Za-z][\w.-]{0,99}$/).describe('a key of letters, digits, _ . and -, from a letter on')

const answer = () =>
  type({
    settings: type({ '[string]': 'unknown' }),
    /** 0 until something is stored. */
    rev: 'number.integer >= 0',
  })

export const getPluginSettings = endpoint({
  id: 'pluginSettings.get',
  method: 'GET',
  path: '/pluginSettings/get',
  auth: 'user',
  summary:
    'Returns the settings that a plugin stores for the signed-in account in a bucket. No one else can read them.',
  query: () => type({ slug: bucketSlug(), plugin_id: pluginId() }),
  response: answer,
})

export const updatePluginSettings = endpoint({
  id: 'pluginSettings.update',
  method: 'PATCH',
  path: '/pluginSettings/update',
  auth: 'user',
  summary:
    'Stores values of a plugin’s settings by key, for the signed-in account in a bucket. Omitted keys do not change; null removes a key.',
  body: () =>
    type({
      slug: bucketSlug(),
      plugin_id: pluginId(),
      data: type.Record(settingKey(), 'unknown'),
      'rev?': 'number.integer >= 0',
    }),
  response: answer,
  errors: ['stale'],
})
