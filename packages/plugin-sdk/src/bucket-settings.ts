import { getPluginSettings, updatePluginSettings } from '@typecase/contract/plugin-settings'

import { apiQueryKey, apiQueryOptions } from './api-query.ts'
import type { Json } from './json.ts'
import { Api, Queries } from './services.ts'
import type { Services } from './token.ts'

/** Begins with the plugin's id, as all that it contributes: `word-count.goal`. */
export type SettingKey = `${string}.${string}`

const split = (key: SettingKey): [pluginID: string, name: string] => {
  const at = key.indexOf('.')
  return [key.slice(0, at), key.slice(at + 1)]
}

const inputOf = (bucketSlug: string, key: SettingKey) => ({
  query: { slug: bucketSlug, plugin_id: split(key)[0] },
})

/** All that a plugin keeps in a bucket: one call, however many of its settings are read. */
export const bucketSettingsQuery = (services: Services, bucketSlug: string, key: SettingKey) => ({
  ...apiQueryOptions(services, getPluginSettings, inputOf(bucketSlug, key)),
  // Changes made in another window appear once this one is used again.
  staleTime: 30_000,
})

/** One of the settings in a fetched answer; undefined while it was never stored. */
export const settingIn = (
  answer: { readonly settings: Readonly<Record<string, unknown>> } | undefined,
  key: SettingKey,
): Json | undefined => answer?.settings[split(key)[1]] as Json | undefined

/** A setting of the signed-in account in a bucket; undefined while it was never stored. */
export async function readBucketSetting(
  services: Services,
  bucketSlug: string,
  key: SettingKey,
): Promise<Json | undefined> {
  const options = bucketSettingsQuery(services, bucketSlug, key)
  return settingIn(await services.get(Queries).fetchQuery(options), key)
}

/**
 * Stores a setting on the server, where every browser of the account finds it; null removes it. Other settings stay.
 * @throws ApiError `invalid` when the settings of the plugin come to more than 64 kB
 */
export async function saveBucketSetting(
  services: Services,
  bucketSlug: string,
  key: SettingKey,
  value: Json,
): Promise<void> {
  const [plugin_id, name] = split(key)
  const body = { slug: bucketSlug, plugin_id, data: { [name]: value } }
  const answer = await services.get(Api).call(updatePluginSettings, { body })
  services
    .get(Queries)
    .setQueryData(apiQueryKey(getPluginSettings, inputOf(bucketSlug, key)), answer)
}
